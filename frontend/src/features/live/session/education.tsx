// Stands under every session, without a setting: the owner teaches and gives no advice.
const TEXT = 'A live session is education, and no advice.';

export function Education() {
  return <p className="mt-2 text-xs text-ink-muted">{TEXT}</p>;
}
