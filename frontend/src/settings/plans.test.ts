import { describe, expect, it } from 'vitest';

import { dollars, planFor, plans, premiumSavings } from './plans';

describe('the plan of an address', () => {
  it.each([
    null,
    '',
    'gold',
    'BASIC',
    '__proto__',
    '<script>alert(1)</script>',
    'x'.repeat(10_000),
  ])('is the specified default for %j', (key) => {
    expect(planFor(key)).toEqual({
      name: 'Trading Course',
      price: 300,
      duration: '3 months',
      description: 'Futures trading course',
    });
  });

  it.each(['basic', 'premium', 'mentorship'] as const)('is the plan that %s names', (key) => {
    expect(planFor(key)).toBe(plans.find((plan) => plan.key === key));
  });
});

describe('the plans', () => {
  it('save as much as the prices say', () => {
    const [basic, premium] = plans;
    expect(premium?.features).toContain(`${premiumSavings}% savings`);
    expect(premiumSavings / 100).toBeCloseTo(
      1 - (premium?.price ?? 0) / (2 * (basic?.price ?? 0)),
      2,
    );
  });

  it('name the plan that the next one builds on by its term', () => {
    expect(plans[1]?.features[0]).toBe('All features of the 3-month plan');
  });

  it('have a button, except the plan that cannot be bought yet', () => {
    expect(plans.map(({ button }) => button)).toEqual(['Get Started', 'Get Premium', null]);
  });

  it('have prices in whole dollars with a thousands separator', () => {
    expect(dollars(300)).toBe('$300');
    expect(dollars(400_000)).toBe('$400,000');
  });
});
