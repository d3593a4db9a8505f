import { expect, test } from 'vitest';

import { pollingDelay } from './polling';

const pauses: number[] = [];
for (let pause = pollingDelay(1); pause !== null; pause = pollingDelay(pauses.length + 1)) {
  pauses.push(pause);
}

test('the delays begin at one second, grow, and stay below 15 seconds', () => {
  expect(pauses[0]).toBe(1_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(15_000);
});

test('polling ends after some minutes, not earlier and not never', () => {
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000;
  expect(minutes).toBeGreaterThan(4);
  expect(minutes).toBeLessThan(6);
});
