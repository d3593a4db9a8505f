import { describe, expect, it } from 'vitest';

import { readOut, runningClock, shiftWords, untilWords } from './countdown';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('how long it is', () => {
  it.each([
    [1, 'in a minute'],
    [MINUTE, 'in a minute'],
    [MINUTE + 1, 'in 2 minutes'],
    [HOUR - 1, 'in 60 minutes'],
    [HOUR, 'in an hour'],
    [HOUR + 4 * MINUTE, 'in an hour'],
    [HOUR + 31 * MINUTE, 'in an hour and 30 minutes'],
    [2 * HOUR - 1, 'in an hour and 55 minutes'],
    [2 * HOUR + 10 * MINUTE, 'in 2 hours and 10 minutes'],
    [3 * HOUR + 29 * MINUTE, 'in 3 hours'],
    [47 * HOUR, 'in 47 hours'],
    [48 * HOUR, 'in 2 days'],
    [30 * 24 * HOUR, 'in 30 days'],
  ])('%i ms are said as "%s"', (left, words) => expect(untilWords(left)).toBe(words));
});

describe('the running clock', () => {
  it.each([
    [HOUR - 1, '60:00'],
    [HOUR - 1000, '59:59'],
    [9 * MINUTE + 58_000, '9:58'],
    [1, '0:01'],
    [0, '0:00'],
  ])('shows %i ms as %s', (left, clock) => expect(runningClock(left)).toBe(clock));

  it('is read out at ten minutes, one minute and the start alone', () => {
    const said = new Set<string>();
    for (let left = 2 * HOUR; left >= -HOUR; left -= 1000) said.add(readOut(left));
    expect([...said]).toEqual([
      '',
      'Starts within ten minutes.',
      'Starts within one minute.',
      'The session has started.',
    ]);
    expect(readOut(10 * MINUTE + 1)).toBe('');
  });
});

describe('a shift', () => {
  it.each([
    [0, null],
    [-60, 'an hour earlier than last week'],
    [60, 'an hour later than last week'],
    [-120, '2 hours earlier than last week'],
    [30, 'half an hour later than last week'],
    [20, '20 minutes later than last week'],
  ])('of %i minutes', (minutes, words) => expect(shiftWords(minutes)).toBe(words));
});
