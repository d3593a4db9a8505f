import { plainMoney } from '@/lib/format/money';
import { site } from '@/settings/own-site';

/** Cents in the site's currency, with two decimals (specification, section 9). */
export function formatPrice(cents: number): string {
  return plainMoney(cents, site.currency);
}
