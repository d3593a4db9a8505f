import { expect, test } from 'vitest';

import { dayName, hours, mostStopAt } from './figures';

test.each([
  [0, '0'],
  [1, '<0.1'],
  [180, '0.1'],
  [5400, '1.5'],
  [34_200, '9.5'],
  [36_000, '10'],
  [90_500, '25'],
])(
  '%d seconds are %s hours: a decimal only where it is seen, zero only for none',
  (seconds, text) => {
    expect(hours(seconds)).toBe(text);
  },
);

test('a day is named as UTC has it', () => expect(dayName('2026-11-24')).toBe('Tue 24'));

test('most stop at the lesson that most started and did not finish', () => {
  const lesson = (started: number, finished: number) => ({ started, finished });
  expect(mostStopAt([lesson(10, 9), lesson(9, 3), lesson(3, 3)])).toBe(1);
  expect(mostStopAt([lesson(3, 3)])).toBe(-1);
  expect(mostStopAt([])).toBe(-1);
});
