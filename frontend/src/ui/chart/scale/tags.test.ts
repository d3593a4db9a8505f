import { expect, it } from 'vitest';

import { placeTags } from './tags';

it('tags stand at their prices, and apart where they would lie on each other', () => {
  expect(placeTags([100, 200, 40], 300)).toEqual([100, 200, 40]);
  expect(placeTags([100, 105, 95], 300)).toEqual([100, 122, 78]);
  // The earlier ones keep their places, none leaves the chart.
  expect(placeTags([100, 120, 110], 300)).toEqual([100, 122, 78]);
  expect(placeTags([300, 299], 300)).toEqual([300, 278]);
});
