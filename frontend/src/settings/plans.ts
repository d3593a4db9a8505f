// The three plans: names and prices of the settings, features of the specification.
import { site } from './site';
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

/** The saving of six months over twice three months, in whole per cent. */
export const premiumSavings = Math.round((1 - premium.price / (2 * basic.price)) * 100);

/** `3 months` becomes `3-month`. */
function termAdjective(duration: string): string {
  return duration.replace(' ', '-').replace(/s$/, '');
}

export const plans: readonly Plan[] = [
  {
    ...basic,
    key: 'basic',
    per: basic.duration,
    button: 'Get Started',
    badge: null,
    note: 'One quarter, the whole futures course',
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
    per: premium.duration,
    button: 'Get Premium',
    badge: 'POPULAR',
    note: 'Best value for traders',
    features: [
      `All features of the ${termAdjective(basic.duration)} plan`,
      `${premiumSavings}% savings`,
      'Priority support',
      'Community with mentor access',
      'Weekly live trading sessions',
    ],
  },
  {
    ...mentorship,
    key: 'mentorship',
    per: 'month',
    button: null,
    badge: 'Coming Soon',
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

/** `$1,250`: whole dollars. */
export function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US')}`;
}
