// Amounts of money as text.
const formats = new Map<string, Intl.NumberFormat>();

/** `$1,250`, `$52.07`, `€99.50`: cents of a currency (ISO 4217), without decimals that are both zero. */
export function money(cents: number, currency: string): string {
  let format = formats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: currency.toUpperCase(),
      trailingZeroDisplay: 'stripIfInteger',
    });
    formats.set(currency, format);
  }
  return format.format(cents / 100).replace('-', '−');
}
