// Facts that the settings may state differently for different pages.
import { site } from './site';
import type { AccessPage, AccessReading, RefundPage, SiteSettings } from './site-settings';

export function refundDays(page: RefundPage, settings: SiteSettings = site): number {
  const stated = settings.refundDays;
  return typeof stated === 'number' ? stated : stated[page];
}

export function accessReading(page: AccessPage, settings: SiteSettings = site): AccessReading {
  const stated = settings.access;
  return typeof stated === 'string' ? stated : stated[page];
}
