// A member's user name: no browser translates it, and its underscores are seen. In headings' narrow face they hide between the letters.
export function UserName({ name }: { name: string }) {
  return (
    <span translate="no" className="font-sans font-semibold tracking-wide">
      {name}
    </span>
  );
}
