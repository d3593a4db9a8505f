import { expect, it } from 'vitest';

import { formatPrice } from './price';

it.each([
  [30000, '$300.00'],
  [4999, '$49.99'],
  [5, '$0.05'],
  [0, '$0.00'],
])('shows %d cents as %s', (cents, text) => {
  expect(formatPrice(cents)).toBe(text);
});
