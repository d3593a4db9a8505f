import { expect, it } from 'vitest';

import { dayIndex, deskLevels, deskSeries, deskTrade, fillIndex } from './desk-trade';

it('every candle opens at the close before it, holds its own prices, and is on the tick', () => {
  deskSeries.forEach(([open, high, low, close], index) => {
    expect(open).toBe(deskSeries[index - 1]?.[3] ?? open);
    expect(Math.max(open, close)).toBeLessThanOrEqual(high);
    expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
    for (const price of [open, high, low, close]) expect(Number.isInteger(price * 4)).toBe(true);
  });
});

it('the trade was sold by day at a close, and is open at the last candle', () => {
  expect(fillIndex).toBeGreaterThan(dayIndex);
  expect(deskSeries[fillIndex]?.[3]).toBe(deskLevels.entry);
  expect(deskSeries.at(-1)?.[3]).toBe(deskLevels.last);
  const after = deskSeries.slice(fillIndex + 1);
  expect(Math.max(...after.map(([, high]) => high))).toBeLessThan(deskLevels.stop);
  expect(Math.min(...after.map(([, , low]) => low))).toBeGreaterThan(deskLevels.target);
});

it('its arithmetic is right', () => {
  const { atStop, atTarget, now, leftAtStop } = deskTrade;
  expect({ atStop, atTarget, now, leftAtStop }).toEqual({
    atStop: 41.25,
    atTarget: 82.5,
    now: 52.5,
    leftAtStop: 458.75,
  });
});
