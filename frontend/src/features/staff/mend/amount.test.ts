import { expect, test } from 'vitest';

import { centsOf } from './amount';

test.each([
  ['49.50', 4950],
  ['49,5', 4950],
  ['300', 30_000],
  ['0', null],
  ['-3', null],
  ['1.234', null],
  ['€3', null],
])('the amount %j is %j cents', (text, cents) => expect(centsOf(text)).toBe(cents));
