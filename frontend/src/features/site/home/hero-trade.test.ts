import { expect, it } from 'vitest';

import { bellIndex, heroLevels, heroSeries } from './hero-series';
import { heroTrade, priceOf } from './hero-trade';

it('every candle holds its own open and close, on the tick', () => {
  for (const candle of heroSeries) {
    const [open, high, low, close] = candle;
    expect(Math.max(open, close)).toBeLessThanOrEqual(high);
    expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
    for (const price of candle) expect(Number.isInteger(price * 4)).toBe(true);
  }
});

it('the overnight low is the low before the bell', () => {
  const lows = heroSeries.slice(0, bellIndex).map(([, , low]) => low);
  expect(Math.min(...lows)).toBe(heroLevels.overnightLow);
});

it('the trade was entered, never stopped and reached its target', () => {
  const entered = heroSeries.findIndex(
    ([, , , close], index) => index > bellIndex + 3 && close === heroLevels.entry,
  );
  expect(entered).toBeGreaterThan(bellIndex);
  const after = heroSeries.slice(entered + 1);
  expect(Math.min(...after.map(([, , low]) => low))).toBeGreaterThan(heroLevels.stop);
  expect(Math.max(...after.map(([, high]) => high))).toBeGreaterThanOrEqual(heroLevels.target);
});

it('its arithmetic is right', () => {
  expect(heroTrade.riskPoints).toBe(5.5);
  expect(heroTrade.riskDollars).toBe(27.5);
  expect(heroTrade.rewardToRisk).toBe(2);
  expect(heroTrade.contractsForOnePercent).toBe(3);
  expect(priceOf(5410)).toBe('5,410.00');
});
