import { describe, expect, it } from 'vitest';

import { priceStep, priceTicks } from './price-axis';
import { dayBegins, timeTicks } from './time-axis';

const ES = { decimals: 2, tick: 25 };

describe('the price axis', () => {
  it('has round prices on ticks, within the chart and at most as many as asked', () => {
    for (const range of [40, 130, 777, 2_310, 54_321]) {
      const ticks = priceTicks(541_225, 541_225 + range, ES, 6);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every((price) => price % 25 === 0)).toBe(true);
      expect(Math.min(...ticks)).toBeGreaterThanOrEqual(541_225);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(541_225 + range);
    }
  });

  it.each([
    [10, 25],
    [26, 50],
    [60, 100],
    [110, 200],
    [220, 250],
    [300, 500],
    [900, 1_000],
  ])('goes by 1, 2, 2.5 and 5 in whole ticks: at least %i is %i', (least, step) => {
    expect(priceStep(least, ES)).toBe(step);
  });

  it('goes by thirty-seconds where the tick is one', () => {
    const bond = { decimals: 5, tick: 3125 };
    expect(priceStep(3000, bond)).toBe(3125);
    expect(priceStep(20_000, bond) % 3125).toBe(0);
  });
});

const at = (text: string) => Date.parse(text);
const every = (minutes: number, start: string, count: number) =>
  Array.from({ length: count }, (_, index) => at(start) + index * minutes * 60_000);
const labels = (times: number[], gap: number) =>
  timeTicks(times, 0, times.length - 1, gap).map(({ label }) => label);

describe('the time axis', () => {
  it('labels round times in UTC, and the day where it begins', () => {
    const session = every(5, '2026-03-02T14:30:00Z', 78);
    expect(labels(session, 9)).toEqual(['2 Mar', '16:00', '17:00', '18:00', '19:00', '20:00']);
    expect(labels(session, 4)).toContain('15:30');
  });

  it('keeps the days of several sessions, and hours where there is room between them', () => {
    const sessions = [2, 3, 4].flatMap((day) => every(30, `2026-03-0${day}T14:30:00Z`, 13));
    const ticks = timeTicks(sessions, 0, 38, 4);
    expect(ticks.filter(({ major }) => major).map(({ label }) => label)).toEqual([
      '2 Mar',
      '3 Mar',
      '4 Mar',
    ]);
    const indices = ticks.map(({ index }) => index);
    expect(indices).toEqual(indices.toSorted((a, b) => a - b));
    for (const [place, index] of indices.entries()) {
      if (place > 0) expect(index - (indices[place - 1] ?? 0)).toBeGreaterThanOrEqual(4);
    }
  });

  it('labels some of the days where one more begins than there is room for', () => {
    const days = every(180, '2026-03-02T05:30:00Z', 32);
    expect(labels(days, 8.3)).toEqual(['2 Mar', '4 Mar', '6 Mar']);
  });

  it('labels months and the year of daily bars', () => {
    const days = every(1440, '2025-11-03T00:00:00Z', 120);
    expect(labels(days, 12)).toEqual(['Nov', 'Dec', '2026', 'Feb', 'Mar']);
  });

  it('labels only what is shown', () => {
    const session = every(5, '2026-03-02T14:30:00Z', 78);
    expect(timeTicks(session, 18, 30, 6).map(({ index, label }) => [index, label])).toEqual([
      [18, '16:00'],
      [24, '16:30'],
      [30, '17:00'],
    ]);
  });
});

it('a day begins between two bars, and not where the chart begins', () => {
  const hours = [14, 18, 22, 26, 30, 50, 51].map((hour) => Date.UTC(2026, 2, 2, hour));
  expect(dayBegins(hours, 0, 6)).toEqual([3, 5]);
  expect(dayBegins(hours, 3, 4)).toEqual([3]);
});
