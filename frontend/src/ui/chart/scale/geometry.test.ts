import { describe, expect, it } from 'vitest';

import { candlePaths, geometryOf } from './geometry';
import { readSeries } from './series';

/** A rising and a falling bar of the same distance. */
const series = readSeries({
  bars: [
    ['2026-03-02T14:30:00Z', 100, 112, 98, 110],
    ['2026-03-02T14:35:00Z', 110, 112, 98, 100],
  ],
});

const shapes = (path: string) => path.split('z').length - 1;
const drawn = (width: number) =>
  candlePaths(series, geometryOf(series, { from: 0, count: 2 }, { width, height: 200 }));

describe('candles', () => {
  it('have a hollow body if they rise, and a solid one if they fall', () => {
    const { rising, falling } = drawn(40);
    // Two wicks, the body and its hole; one wick behind the body.
    expect(shapes(rising)).toBe(4);
    expect(shapes(falling)).toBe(2);
  });

  it('are solid where a hole would be narrower than a pixel', () => {
    expect(shapes(drawn(4).rising)).toBe(3);
  });
});
