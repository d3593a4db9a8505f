import { describe, expect, it } from 'vitest';

import { parseGivenAnswer } from './given-answer';
import { nextReview, timeUntil } from './next-review';

const now = new Date('2026-11-22T10:00:00Z');
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const after = (ms: number) => new Date(now.getTime() + ms).toISOString();

describe('how long an answer is kept', () => {
  it.each([
    [10 * MINUTE, '10 minutes'],
    [1, '1 minute'],
    [10 * 60 * MINUTE, '10 hours'],
    [DAY, '24 hours'],
    [3 * DAY, '3 days'],
    [13 * DAY, '13 days'],
    [21 * DAY, '3 weeks'],
    [90 * DAY, '3 months'],
    [365 * DAY, '12 months'],
    [800 * DAY, '2 years'],
  ])('%i milliseconds are %s', (ms, words) => expect(timeUntil(after(ms), now)).toBe(words));

  it('is said of a right answer, and when a wrong one comes back', () => {
    expect(nextReview(true, after(21 * DAY), now)).toBe('Kept for 3 weeks.');
    expect(nextReview(false, after(10 * 60 * MINUTE), now)).toBe('Comes back in 10 hours.');
    expect(nextReview(false, after(-1), now)).toBe('Comes back in the next review.');
  });
});

describe('an answer read from storage', () => {
  const given = {
    courseId: 7,
    videoId: 701,
    exercise: 'size',
    answer: '12,5',
    answeredAt: '2026-11-22T10:00:00.000Z',
  };

  it.each(['12,5', 12.5, [0, 2], ['2026-03-02T14:30:00Z', '2026-03-02T15:00:00Z']])(
    'is read: %j',
    (answer) =>
      expect(parseGivenAnswer(JSON.stringify({ ...given, answer }))).toEqual({ ...given, answer }),
  );

  it.each([
    'no json',
    'null',
    '[]',
    JSON.stringify({ ...given, answer: null }),
    JSON.stringify({ ...given, answer: { correct: true } }),
    JSON.stringify({ ...given, answer: ['2026-03-02T14:30:00Z'] }),
    JSON.stringify({ ...given, answer: [0.5] }),
    JSON.stringify({ ...given, courseId: '7' }),
    JSON.stringify({ ...given, videoId: -1 }),
    JSON.stringify({ ...given, answeredAt: 'yesterday' }),
  ])('is refused: %s', (text) => expect(parseGivenAnswer(text)).toBeUndefined());
});
