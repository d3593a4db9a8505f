// Facts that the settings may state differently for different pages, or not at all.
import { site } from './own-site';
import type { AccessPage, AccessReading, RefundPage, SiteSettings } from './site-settings';

export function refundDays(page: RefundPage, settings: SiteSettings = site): number {
  const stated = settings.refundDays;
  return typeof stated === 'number' ? stated : stated[page];
}

/** Within how many days of a payment a buyer may withdraw: the law's fourteen when the settings say nothing. */
export function withdrawalDays(settings: SiteSettings = site): number {
  return settings.withdrawalDays ?? 14;
}

export function accessReading(page: AccessPage, settings: SiteSettings = site): AccessReading {
  const stated = settings.access;
  return typeof stated === 'string' ? stated : stated[page];
}

/** `for 3 months`, `for 90 days`, `with lifetime access`: a term such as '3m', '90d' or 'lifetime', after a price. */
export function termWords(term: string): string {
  const count = Number.parseInt(term, 10);
  if (Number.isNaN(count)) return 'with lifetime access';
  return `for ${count} ${term.endsWith('d') ? 'day' : 'month'}${count === 1 ? '' : 's'}`;
}

const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ['usd', 'US dollars'],
  ['eur', 'euros'],
  ['gbp', 'pounds sterling'],
  ['chf', 'Swiss francs'],
  ['cad', 'Canadian dollars'],
  ['aud', 'Australian dollars'],
  ['nzd', 'New Zealand dollars'],
  ['sgd', 'Singapore dollars'],
]);

/** The site's currency in words. */
export function currencyName(settings: SiteSettings = site): string {
  return CURRENCIES.get(settings.currency) ?? settings.currency.toUpperCase();
}

/** Whether the owner has a community that visitors can join. */
export function hasCommunity(settings: SiteSettings = site): boolean {
  return settings.community.inviteUrl !== '';
}
