// Validates the settings file. Runs in the build and in tests, never in a browser.
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
const term = z
  .string()
  .regex(/^([1-9]\d{0,2}m|[1-9]\d{0,3}d|lifetime)$/, 'must look like 3m, 90d or lifetime');
const slug = z
  .string()
  .regex(/^(?=.*[a-z])(?=.{2,64}$)[a-z0-9]+(-[a-z0-9]+)*$/, 'must be the slug of a course');
const opens = z.strictObject({
  courses: z.enum(['futures', 'crypto', 'forex']).or(
    z
      .array(slug)
      .min(1, 'needs at least one course')
      .max(50)
      .refine((slugs) => new Set(slugs).size === slugs.length, 'names a course twice'),
  ),
  term,
});
const plan = z.strictObject({
  name: text,
  price: count.max(100_000),
  duration: text,
  description: text,
  opens: opens.optional(),
});

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
  withdrawalDays: days.optional(),
  access: readings,
  cancellationHours: count,
  minimumAge: z.int().min(18, 'is at least 18'),
  legalUpdated: text,
  plans: z.strictObject({ basic: plan, premium: plan, mentorship: plan }),
  currency: z.string().regex(/^[a-z]{3}$/, 'must be three small letters, such as usd'),
  vat: z.strictObject({
    percent: z
      .number()
      .min(0, 'must not be negative')
      .max(50, 'must be at most 50')
      .multipleOf(0.01, 'has at most two decimals'),
    included: z.boolean(),
    reverseCharge: z.boolean(),
  }),
  courseTerm: term,
});

/** One line for each invalid value; an empty list for a valid file. */
export function problemsOf(candidate: SiteSettings): string[] {
  const result = settings.safeParse(candidate);
  if (result.success) return [];
  return result.error.issues.map(
    (issue) => `src/settings/site.ts: ${issue.path.join('.') || 'site'} ${issue.message}`,
  );
}
