import { expect, test } from 'vitest';

import { firstWords } from './first-words';

test('the first words of a question end with a word', () => {
  expect(firstWords('Why?')).toBe('Why?');
  const cut = firstWords('Why is the tick worth 12.50 here? '.repeat(5));
  expect(cut).toBe(
    'Why is the tick worth 12.50 here? Why is the tick worth 12.50 here? Why is the tick worth…',
  );
  expect(firstWords('x'.repeat(200))).toHaveLength(46);
});
