import { describe, expect, test } from 'vitest';

import { givenAccess, termWords } from './term';

test.each([
  ['3m', '3 months'],
  ['1m', '1 month'],
  [' 90D ', '90 days'],
  ['lifetime', 'without end'],
  ['0m', null],
  ['3 weeks', null],
  ['', null],
])('the term %j is %j', (term, words) => expect(termWords(term)).toBe(words));

describe('what giving access does', () => {
  const day = () => '3 Mar 2027';
  const course = { title: 'Futures', open: true, expiresAt: '2027-03-03T00:00:00Z' };

  test.each([
    [{ ...course, open: false }, '3m', 'Opens Futures now, for 3 months.'],
    [{ ...course, open: false }, 'lifetime', 'Opens Futures now, without end.'],
    [course, '3m', 'Adds 3 months to Futures, which is open until 3 Mar 2027.'],
    [course, 'lifetime', 'Futures stays open without end, instead of until 3 Mar 2027.'],
    [{ ...course, expiresAt: null }, '3m', 'Futures is open without end already: nothing changes.'],
  ])('is said (%#)', (given, term, sentence) =>
    expect(givenAccess(given, term, day)).toBe(sentence),
  );
});
