import { describe, expect, it } from 'vitest';

import { candlePaths, geometryOf } from './geometry';
import { readSeries, spokenBar, spokenSeries } from './series';
import {
  clampView,
  followed,
  growingLimits,
  LATEST,
  limitsOf,
  pan,
  reveal,
  showAll,
  zoom,
} from './view';

const limits = limitsOf(200, 600);

describe('the part of the chart that is shown', () => {
  it('keeps what is under the pointer in its place', () => {
    const zoomed = zoom({ from: 0, count: 200 }, 0.5, 0.25, limits);
    expect(zoomed).toEqual({ from: 25, count: 100 });
    expect(zoomed.from + zoomed.count * 0.25).toBe(50);
  });

  it('never shows less than ten bars, more than there are, or beyond the ends', () => {
    expect(zoom({ from: 50, count: 20 }, 0.01, 0.5, limits).count).toBe(10);
    expect(zoom({ from: 50, count: 20 }, 100, 0.5, limits)).toEqual({ from: 0, count: 200 });
    expect(pan({ from: 150, count: 40 }, 100, limits)).toEqual({ from: 160, count: 40 });
    expect(pan({ from: 5, count: 40 }, -100, limits)).toEqual({ from: 0, count: 40 });
    expect(clampView({ from: -3, count: 5 }, limitsOf(4, 600))).toEqual({ from: 0, count: 4 });
  });

  it('shows only as many bars as there are pixels', () => {
    expect(showAll(limitsOf(5_000, 300))).toEqual({ from: 0, count: 300 });
  });

  it('moves as little as possible to reveal a bar', () => {
    expect(reveal({ from: 50, count: 20 }, 60, 60, limits)).toEqual({ from: 50, count: 20 });
    expect(reveal({ from: 50, count: 20 }, 75, 75, limits)).toEqual({ from: 56, count: 20 });
    expect(reveal({ from: 50, count: 20 }, 40, 40, limits)).toEqual({ from: 40, count: 20 });
    expect(reveal({ from: 50, count: 20 }, 40, 99, limits)).toEqual({ from: 40, count: 60 });
  });
});

describe('a chart that grows', () => {
  const newestAt = ({ from, count }: { from: number; count: number }, bars: number) =>
    (bars - from) / count;

  it('shows its last 40 bars at first, the newest at two thirds, however many come', () => {
    for (const bars of [40, 41, 500]) {
      const view = clampView(LATEST, growingLimits(bars, 900));
      expect(view).toEqual({ from: bars - 40, count: 60 });
      expect(newestAt(view, bars)).toBeCloseTo(2 / 3);
    }
    expect(clampView(LATEST, growingLimits(3, 900))).toEqual({ from: 0, count: 60 });
  });

  it('follows its end at any width of bars, and stays where it was moved to', () => {
    const before = growingLimits(200, 900);
    const nearer = followed(zoom(clampView(LATEST, before), 0.5, 2 / 3, before), before);
    expect(newestAt(clampView(nearer, growingLimits(230, 900)), 230)).toBeCloseTo(2 / 3);
    const moved = followed(pan(clampView(LATEST, before), -30, before), before);
    expect(clampView(moved, growingLimits(230, 900)).from).toBe(130);
  });
});

const bar = (minute: number, open: number, high: number, low: number, close: number) => [
  new Date(Date.UTC(2026, 2, 2, 14, 30 + minute)).toISOString(),
  open,
  high,
  low,
  close,
];
const series = readSeries({
  bars: [
    bar(0, 100, 101.25, 99.5, 101),
    bar(5, 101, 101.5, 100, 100.25),
    bar(10, 100.25, 103, 100.25, 100.25),
  ],
  volumes: [1200, 800, 0],
});

describe('the picture', () => {
  const view = { from: 0, count: 3 };
  const geometry = geometryOf(series, view, { width: 300, height: 200 });

  it('puts a bar in the middle of its place and a price on its height, and back', () => {
    expect(geometry.xOf(1)).toBe(150);
    expect(geometry.indexAt(150)).toBe(1);
    expect(geometry.indexAt(-50)).toBe(0);
    expect(geometry.indexAt(999)).toBe(2);
    for (const price of [9950, 10_125, 10_300]) {
      expect(geometry.priceAt(geometry.yOf(price))).toBe(price);
    }
    expect(geometry.priceAt(37.3) % series.grid.tick).toBe(0);
  });

  it('fits the prices of the bars that are shown', () => {
    const part = geometryOf(series, { from: 0, count: 2 }, { width: 300, height: 200 });
    expect(part.high).toBeLessThan(10_300);
    expect(geometry.high).toBeGreaterThan(10_300);
  });

  it('draws only the bars that are shown', () => {
    const candles = (path: string) => path.split('M').length - 1;
    // Two wicks and a body for each, and the hole of the first: the other is unchanged, so its body is a line.
    expect(candles(candlePaths(series, geometry).rising)).toBe(7);
    expect(candles(candlePaths(series, geometry).falling)).toBe(2);
    const part = geometryOf(series, { from: 1, count: 1 }, { width: 300, height: 200 });
    expect(candles(candlePaths(series, part).rising)).toBe(0);
    expect(candles(candlePaths(series, part).falling)).toBe(2);
  });
});

describe('the words for the picture', () => {
  it('a bar is a sentence', () => {
    const [rising, falling, unchanged] = series.bars.map((one) => spokenBar(series, one));
    expect(rising).toBe(
      '14:30, up, open 100.00, high 101.25, low 99.50, close 101.00, volume 1,200',
    );
    expect(falling).toMatch(/^14:35, down,/);
    expect(unchanged).toMatch(/^14:40, unchanged,/);
  });

  it('a chart says its bars, times and prices', () => {
    expect(spokenSeries(series)).toBe(
      '3 5-minute bars, 2 March 2026 14:30 to 14:40 UTC. Prices from 99.50 to 103.00.',
    );
  });

  it('times are those of the exchange’s clock', () => {
    const bars = [bar(0, 1, 1, 1, 1), bar(5, 2, 2, 2, 2), bar(690, 3, 3, 3, 3)];
    const exchange = readSeries({ bars, timezone: 'America/New_York' });
    expect(spokenSeries(exchange)).toMatch(/2 March 2026 09:30 to 21:00 New York time\./);
    expect(exchange.bars.map((one) => spokenBar(exchange, one))[1]).toMatch(/^09:35, unchanged/);
    // 03:00 in UTC is the next day; in New York it is the same one.
    expect(exchange.severalDays).toBe(false);
    const days = [bar(0, 1, 1, 1, 1), bar(1440, 2, 2, 2, 2)].map(([time, ...prices]) => [
      String(time).replace('14:30', '00:00'),
      ...prices,
    ]);
    const dated = readSeries({ bars: days, timezone: 'America/New_York' });
    expect(dated.bars.map((one) => spokenBar(dated, one))[0]).toMatch(/^2 March 2026, unchanged/);
    expect(dated.zone).toBeUndefined();
  });

  it('the date belongs to the time where there are several days', () => {
    const days = readSeries({ bars: [bar(0, 1, 1, 1, 1), bar(1440, 2, 2, 2, 2)] });
    expect(days.bars.map((one) => spokenBar(days, one))[1]).toMatch(/^3 March 2026, unchanged/);
    const hours = readSeries({
      bars: [bar(0, 1, 1, 1, 1), bar(5, 2, 2, 2, 2), bar(10, 2, 2, 2, 2), bar(1440, 2, 2, 2, 2)],
    });
    expect(hours.bars.map((one) => spokenBar(hours, one))[3]).toMatch(/^3 Mar 14:30, unchanged/);
  });
});
