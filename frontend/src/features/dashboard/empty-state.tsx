// Nothing here yet: what it will be, and the step that leads there.
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: string;
  children?: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="rounded-box border border-dashed border-line-strong px-6 py-10">
      <h3 className="text-lg">{title}</h3>
      {text !== undefined && <p className="mt-2 max-w-prose text-ink-muted">{text}</p>}
      {children !== undefined && <div className="mt-6">{children}</div>}
    </div>
  );
}
