import { expect, test } from 'vitest';

import { dayName, mostStopAt } from './figures';

test('a day is named as UTC has it', () => expect(dayName('2026-11-24')).toBe('Tue 24'));

test('most stop at the lesson that most started and did not finish', () => {
  const lesson = (started: number, finished: number) => ({ started, finished });
  expect(mostStopAt([lesson(10, 9), lesson(9, 3), lesson(3, 3)])).toBe(1);
  expect(mostStopAt([lesson(3, 3)])).toBe(-1);
  expect(mostStopAt([])).toBe(-1);
});
