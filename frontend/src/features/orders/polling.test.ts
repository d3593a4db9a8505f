import { expect, test } from 'vitest';

import { pollingDelay } from './polling';

const pauses: number[] = [];
for (let pause = pollingDelay(1); pause !== null; pause = pollingDelay(pauses.length + 1)) {
  pauses.push(pause);
}

test('the pauses begin at a second, grow and stay under a quarter of a minute', () => {
  expect(pauses[0]).toBe(1_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(15_000);
});

test('it gives up after some minutes, not before and not never', () => {
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000;
  expect(minutes).toBeGreaterThan(4);
  expect(minutes).toBeLessThan(6);
});
