import { expect, test } from 'vitest';

import { money } from './money';

test.each([
  [30_000, 'usd', '$300'],
  [125_000, 'usd', '$1,250'],
  [5_207, 'usd', '$52.07'],
  [9_950, 'eur', '€99.50'],
  [-6_000, 'usd', '−$60'],
  [0, 'usd', '$0'],
  [123_456_789, 'gbp', '£1,234,567.89'],
  [30_000, 'chf', 'CHF\u00a0300'],
])('%d cents of %s are %s', (cents, currency, text) => expect(money(cents, currency)).toBe(text));
