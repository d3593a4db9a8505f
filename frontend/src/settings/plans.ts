// The three plans: names and prices of the settings, features of the specification.
import { money } from '@/lib/format/money';

import { site } from './own-site';
import type { PlanKey, PlanSettings } from './site-settings';

export interface Plan extends PlanSettings {
  readonly key: PlanKey;
  /** The period that the price is for, shown after "per". */
  readonly per: string;
  /** The button's label; null for a plan that cannot be bought yet. */
  readonly button: string | null;
  readonly badge: string | null;
  readonly note: string;
  readonly features: readonly string[];
}

const { basic, premium, mentorship } = site.plans;

/** The saving of the premium plan over the basic one for the same time, in whole per cent; nothing or less: no saving. */
export const premiumSavings = Math.round(
  (1 - premium.price / ((monthsOf(premium.duration) / monthsOf(basic.duration)) * basic.price)) *
    100,
);

/** `3 months` becomes `3-month`. */
function termAdjective(duration: string): string {
  return duration.replace(' ', '-').replace(/s$/, '');
}

/** `1 month` becomes `month`, to be shown after "per". */
function period(duration: string): string {
  return duration.replace(/^1 /, '');
}

export const plans: readonly Plan[] = [
  {
    ...basic,
    key: 'basic',
    per: period(basic.duration),
    button: basic.opens === undefined ? null : 'Get Started',
    badge: null,
    note: `${basic.duration === '3 months' ? 'One quarter' : basic.duration}, the whole futures course`,
    features: [
      'Complete futures trading course',
      'Live trading sessions',
      'Community chat access',
      'Email support and resources',
    ],
  },
  {
    ...premium,
    key: 'premium',
    per: period(premium.duration),
    button: premium.opens === undefined ? null : 'Get Premium',
    badge: 'POPULAR',
    note: 'Best value for traders',
    features: [
      `All features of the ${termAdjective(basic.duration)} plan`,
      ...(premiumSavings > 0 ? [`${premiumSavings}% savings`] : []),
      'Priority support',
      'Community with mentor access',
      'Weekly live trading sessions',
    ],
  },
  {
    ...mentorship,
    key: 'mentorship',
    per: period(mentorship.duration),
    button: mentorship.opens === undefined ? null : 'Get Mentorship',
    badge: mentorship.opens === undefined ? 'Coming Soon' : null,
    note: 'Your own trades, reviewed every week',
    features: [
      'Weekly 1-on-1 sessions',
      'Personalized strategy',
      'Trade review and feedback',
      'Performance tracking',
      'Access to senior traders',
    ],
  },
];

/** Shown for an unknown or missing plan in the address (specification, section 3). */
const UNKNOWN_PLAN: PlanSettings = {
  name: 'Trading Course',
  price: 300,
  duration: '3 months',
  description: 'Futures trading course',
};

export function planFor(key: string | null): PlanSettings {
  return plans.find((plan) => plan.key === key) ?? UNKNOWN_PLAN;
}

/** `from $300 for 3 months`: of the cheapest plan that can be bought and opens every course of the type. */
export function lowestPlanPrice(type: string): string | undefined {
  const [plan] = plans
    .filter(({ opens, button }) => opens?.courses === type && button !== null)
    .toSorted((one, other) => one.price - other.price);
  return plan && `from ${price(plan.price)} for ${plan.duration}`;
}

/** Months of a duration such as `3 months` or `1 year`. */
export function monthsOf(duration: string): number {
  const count = Number.parseInt(duration, 10);
  return duration.includes('year') ? count * 12 : count;
}

/** `$1,250`: whole US dollars, also on a site with another currency. */
export function dollars(amount: number): string {
  return money(amount * 100, 'usd');
}

/** `$1,250`, `€1,250`: whole units of the site's currency. */
export function price(amount: number): string {
  return money(amount * 100, site.currency);
}
