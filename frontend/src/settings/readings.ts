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
