// Stands under every session. It has no setting: the owner teaches, and advises nobody.
const TEXT = 'A live session is education, and no advice.';

export function Education() {
  return <p className="mt-2 text-xs text-ink-muted">{TEXT}</p>;
}
