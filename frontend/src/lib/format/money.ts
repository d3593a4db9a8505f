// Amounts of money as text. Written by hand, not with `Intl`: browsers of different ages write some currencies differently, and a page
// must read the same wherever it is rendered. Receipts write amounts the same way (outbound/src/document_pdf/figures.rs).
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['usd', '$'],
  ['eur', '€'],
  ['gbp', '£'],
]);

/** `1250` becomes `1,250`. */
function grouped(whole: number): string {
  return String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

function signOf(currency: string): string {
  const code = currency.toLowerCase();
  return SIGNS.get(code) ?? `${code.toUpperCase()}\u00a0`;
}

/** `$1,250`, `$52.07`, `€99.50`, `CHF 300`: cents of a currency (ISO 4217), without decimals that are both zero. */
export function money(cents: number, currency: string): string {
  const amount = Math.abs(cents);
  const rest = amount % 100;
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${cents < 0 ? '−' : ''}${signOf(currency)}${grouped(Math.floor(amount / 100))}${decimals}`;
}

/** `$1250.00`: always two decimals, no separator. */
export function plainMoney(cents: number, currency: string): string {
  return `${signOf(currency)}${(cents / 100).toFixed(2)}`;
}
