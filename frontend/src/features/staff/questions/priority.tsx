// Whose questions come first in staff's lists: the asker has a course with priority.
const COPY = { priority: 'Priority' };

export function Priority({ id }: { id?: string }) {
  return (
    <span
      id={id}
      className="rounded-box border border-accent px-2 py-0.5 font-sans text-xs font-semibold text-accent"
    >
      {COPY.priority}
    </span>
  );
}
