// The three plans as the pages show them: names and prices from the settings, features as specified.
import { site } from './site';
import type { PlanKey, PlanSettings } from './site-settings';

export interface Plan extends PlanSettings {
  readonly key: PlanKey;
  /** What the price buys, behind "per". */
  readonly per: string;
  /** null: cannot be bought yet. */
  readonly button: string | null;
  readonly badge: string | null;
  readonly note: string;
  readonly features: readonly string[];
}

const { basic, premium, mentorship } = site.plans;

/** How much less six months cost than twice three, in whole per cent. */
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

/** What an unknown or missing plan in the address stands for (specification, section 3). */
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
