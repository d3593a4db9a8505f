import { expect, test } from 'vitest';

import { EXERCISES } from '@/test/exercises';

import { comparison } from './comparison';

const said = (unit: string, own: number | string, right: number) =>
  comparison({ ...EXERCISES.number, unit }, undefined, own, right);

test.each([
  ['dollars', '1200', 1250, 'You answered $1,200. The right answer is $1,250.'],
  ['dollars', '-142.5', -142.5, 'You answered −$142.50.'],
  ['euros', '$90', 87.5, 'You answered $90 euros. The right answer is €87.50.'],
  [
    'dollars',
    '12,5 dollars',
    0.585,
    'You answered 12,5 dollars. The right answer is 0.585 dollars.',
  ],
  ['points', '140', 140, 'You answered 140 points.'],
])(
  'a number of %s is money where it is a sum, and %s otherwise as typed',
  (unit, own, right, text) => {
    expect(said(unit, own, right)).toBe(text);
  },
);
