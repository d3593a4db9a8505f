import { expect, it } from 'vitest';

import { typedText } from './typed-text';

it.each([
  ['5412.25', '5412.25'],
  ['٥٤١٢٫٢٥', '5412.25'],
  ['٥٬٤١٢٫٢٥', '5412.25'],
  ['۵۴۱۲', '5412'],
  ['५४१२', '5412'],
  ['๕๔๑๒', '5412'],
  ['５４１２．２５', '5412.25'],
  ['５４１２。２５', '5412.25'],
  ['\u200e5412\ufeff', '5412'],
  ['𝟓𝟜𝟣𝟸', '5412'],
])('reads %s as %s', (typed, read) => {
  expect(typedText(typed)).toBe(read);
});
