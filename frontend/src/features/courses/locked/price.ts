/** Cents as dollars with two decimals (specification, section 9). */
export function formatPrice(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
