// Refuses a settings file that would print nonsense. Runs at build and in tests, never in a browser.
import { z } from 'zod';
import type { SiteSettings } from './site-settings';

const text = z.string().trim().min(1, 'must not be empty');
const address = z.url({
  protocol: /^https$/,
  error: 'must be an address that starts with https://',
});
const days = z
  .int('must be a whole number of days')
  .min(14, 'is at least 14 days by Belgian law')
  .max(365);
const reading = z.enum(['subscription', 'lifetime']);
const readings = z.union(
  [reading, z.strictObject({ home: reading, faq: reading })],
  "must be 'subscription' or 'lifetime', or one of them for `home` and one for `faq`",
);
const count = z.int('must be a whole number').positive('must be more than 0');
const partner = { name: text, url: address };
const plan = z.strictObject({ name: text, price: count, duration: text, description: text });

const settings = z.strictObject({
  brand: z.strictObject({ name: text.max(40), tagline: text.max(70) }),
  company: z.strictObject({
    legalName: text,
    street: text,
    town: text,
    country: text,
    vatNumber: z.string().regex(/^BE [01]\d{3}\.\d{3}\.\d{3}$/, 'must look like BE 0123.456.789'),
  }),
  support: z.strictObject({ email: z.email('must be an e-mail address'), responseTime: text }),
  community: z.strictObject({ platform: text, inviteUrl: address }),
  social: z.array(
    z.strictObject({
      network: z.enum(['instagram', 'youtube', 'x', 'tiktok', 'facebook']),
      label: text,
      url: address,
    }),
  ),
  partners: z.strictObject({
    fundedAccounts: z.strictObject({ ...partner, upToDollars: count }),
    charts: z.strictObject(partner),
    discountedEvaluation: z.strictObject({ ...partner, percentOff: count.max(100) }),
  }),
  reviews: z.strictObject({
    name: text,
    pages: z.array(z.strictObject({ label: text, url: address })).min(1, 'needs at least one page'),
    widgetUrl: z.literal('').or(address),
  }),
  figures: z.strictObject({
    activeTraders: text,
    successRate: text,
    channels: text,
    activeStudents: text,
    tradingHours: text,
  }),
  refundDays: days.or(z.strictObject({ pricing: days, checkout: days, faq: days, terms: days })),
  access: readings,
  cancellationHours: count,
  minimumAge: z.int().min(18, 'is at least 18'),
  legalUpdated: text,
  plans: z.strictObject({ basic: plan, premium: plan, mentorship: plan }),
});

/** One line for each value that cannot be right; an empty list for a good file. */
export function problemsOf(candidate: SiteSettings): string[] {
  const result = settings.safeParse(candidate);
  if (result.success) return [];
  return result.error.issues.map(
    (issue) => `src/settings/site.ts: ${issue.path.join('.') || 'site'} ${issue.message}`,
  );
}
