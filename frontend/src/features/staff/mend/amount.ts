// An amount of money as staff type it.

/** Whole units, and at most two decimals after a point or a comma. */
const AMOUNT = /^(\d{1,7})(?:[.,](\d{1,2}))?$/;

/** Cents; null for what is no amount above zero. */
export function centsOf(text: string): number | null {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return cents > 0 ? cents : null;
}
