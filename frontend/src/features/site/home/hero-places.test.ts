import { expect, test } from 'vitest';

import { bellShare, places, shareOf } from './hero-places';
import { heroLevels } from './hero-series';

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

test('each label stands where the drawing has its line', () => {
  const { bell, ...levels } = places;
  expect(bell).toBe(`left-[${percent(bellShare)}]`);
  const expected = Object.entries(heroLevels).map(([level, price]) => [
    level,
    `top-[${percent(shareOf(price))}]`,
  ]);
  expect(levels).toEqual(Object.fromEntries(expected));
});
