import { describe, expect, it } from 'vitest';
import { problemsOf } from './check-site';
import { accessReading, refundDays, withdrawalDays } from './readings';
import { site } from './site';

describe('the settings file', () => {
  it('is valid', () => {
    expect(problemsOf(site)).toEqual([]);
  });

  it('names an invalid value', () => {
    const broken = { ...site, community: { platform: 'Discord', inviteUrl: 'community.example' } };
    expect(problemsOf(broken)).toEqual([
      'src/settings/site.ts: community.inviteUrl must be an address that starts with https://',
    ]);
  });

  it('lists the allowed values', () => {
    const broken = { ...site, access: { home: 'subscription', faq: 'for life' } };
    // @ts-expect-error -- also refused without TypeScript
    expect(problemsOf(broken)).toEqual([
      "src/settings/site.ts: access must be 'subscription' or 'lifetime', or one of them for `home` and one for `faq`",
    ]);
  });

  it('refuses an address that runs script', () => {
    const broken = { ...site, reviews: { ...site.reviews, widgetUrl: 'javascript:alert(1)' } };
    expect(problemsOf(broken)).toHaveLength(1);
  });

  it('names a plan with invalid courses or term', () => {
    const opens = (courses: 'futures' | readonly string[], term: string) => ({
      ...site,
      plans: { ...site.plans, basic: { ...site.plans.basic, opens: { courses, term } } },
    });
    expect(problemsOf(opens('futures', '90d'))).toEqual([]);
    expect(problemsOf(opens(['futures-foundations'], 'lifetime'))).toEqual([]);
    expect(problemsOf(opens('futures', '3 months'))).toEqual([
      'src/settings/site.ts: plans.basic.opens.term must look like 3m, 90d or lifetime',
    ]);
    expect(problemsOf(opens([], '3m'))).toHaveLength(1);
    expect(problemsOf(opens(['Futures Foundations'], '3m'))).toHaveLength(1);
  });

  it('refuses an invalid tax rate and currency', () => {
    expect(problemsOf({ ...site, vat: { ...site.vat, percent: 121 } })).toHaveLength(1);
    expect(problemsOf({ ...site, vat: { ...site.vat, percent: 5.555 } })).toHaveLength(1);
    expect(problemsOf({ ...site, currency: 'USD' })).toHaveLength(1);
  });

  it('refuses a refund term below the legal fourteen days', () => {
    expect(problemsOf({ ...site, refundDays: 13 })).not.toEqual([]);
  });

  it('refuses a period of withdrawal below the legal fourteen days, and knows it when absent', () => {
    expect(problemsOf({ ...site, withdrawalDays: 13 })).toEqual([
      'src/settings/site.ts: withdrawalDays is at least 14 days by Belgian law',
    ]);
    const { withdrawalDays: _, ...silent } = site;
    expect(problemsOf(silent)).toEqual([]);
    expect(withdrawalDays(silent)).toBe(14);
    expect(withdrawalDays({ ...site, withdrawalDays: 30 })).toBe(30);
  });
});

describe('facts that differ from page to page', () => {
  const published = {
    ...site,
    refundDays: { pricing: 14, checkout: 14, faq: 14, terms: 30 },
    access: { home: 'subscription', faq: 'lifetime' },
  } as const;

  it('have a value for each page', () => {
    expect(refundDays('pricing', published)).toBe(14);
    expect(refundDays('terms', published)).toBe(30);
    expect(accessReading('home', published)).toBe('subscription');
    expect(accessReading('faq', published)).toBe('lifetime');
  });

  it('can be one value for every page', () => {
    const agreed = { ...published, refundDays: 21, access: 'lifetime' } as const;
    expect(problemsOf(agreed)).toEqual([]);
    for (const page of ['pricing', 'checkout', 'faq', 'terms'] as const) {
      expect(refundDays(page, agreed)).toBe(21);
    }
    expect(accessReading('home', agreed)).toBe('lifetime');
    expect(accessReading('faq', agreed)).toBe('lifetime');
  });
});
