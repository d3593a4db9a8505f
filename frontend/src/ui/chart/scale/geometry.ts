// Where bars and prices are in the picture, and the candles as a few long paths: one element for all rising bars, not one
// for each, so that moving the chart changes six attributes.
import { extent, onTick } from './prices';
import type { Bar, Series } from './series';
import type { View } from './view';

export interface Size {
  width: number;
  height: number;
}

export interface Geometry extends Size {
  first: number;
  last: number;
  /** The width of one bar, in pixels. */
  step: number;
  low: number;
  high: number;
  xOf: (index: number) => number;
  yOf: (price: number) => number;
  indexAt: (x: number) => number;
  /** On a tick. */
  priceAt: (y: number) => number;
}

/** Rising bars are hollow and falling ones solid, so that they differ without their colours (WCAG 1.4.1). */
export interface CandlePaths {
  rising: string;
  falling: string;
  risingVolume: string;
  fallingVolume: string;
}

/** Above the highest and below the lowest bar that is shown, as a share of their distance. */
const MARGIN = 0.08;
const VOLUME_SHARE = 0.18;
const CRISP_STEP_PX = 4;

/** `prices` are in the picture too, unless they are farther away than the bars are high. */
export function geometryOf(
  series: Series,
  view: View,
  { width, height }: Size,
  prices: readonly number[] = [],
): Geometry {
  const { bars, grid } = series;
  const first = Math.max(0, Math.floor(view.from));
  const last = Math.min(bars.length - 1, Math.ceil(view.from + view.count) - 1);
  const shown = bars.slice(first, last + 1);
  const [least] = extent(shown.map((bar) => bar.low));
  const [, most] = extent(shown.map((bar) => bar.high));
  const near = prices.filter((price) => price > 2 * least - most && price < 2 * most - least);
  const [lowest, highest] = extent([least, most, ...near]);
  const margin = Math.max((highest - lowest) * MARGIN, grid.tick);
  const low = lowest - margin;
  const high = highest + margin;
  const step = width / view.count;
  return {
    width,
    height,
    first,
    last,
    step,
    low,
    high,
    xOf: (index) => (index + 0.5 - view.from) * step,
    yOf: (price) => ((high - price) / (high - low)) * height,
    indexAt: (x) =>
      Math.min(Math.max(Math.floor(view.from + x / step), 0), Math.max(0, bars.length - 1)),
    priceAt: (y) => onTick(high - (y / height) * (high - low), grid),
  };
}

/** About half the width of a tag on the time axis, in pixels. */
export function halfTag(text: string): number {
  return text.length * 3.9 + 6;
}

/** Where a tag on the time axis is centred: over its bar, but not beyond the chart's left. */
export function tagPlace(x: number, text: string): number {
  return Math.max(x, halfTag(text) - 8);
}

export function candlePaths(series: Series, geometry: Geometry): CandlePaths {
  const { first, last, step } = geometry;
  const paths: CandlePaths = { rising: '', falling: '', risingVolume: '', fallingVolume: '' };
  // Wide bars begin and end on whole pixels; the places of narrow ones would become uneven.
  const crisp = step >= CRISP_STEP_PX;
  const half = crisp ? Math.min(Math.floor(step * 0.36), 8) + 0.5 : Math.max(0.4, step * 0.36);
  for (const [offset, bar] of series.bars.slice(first, last + 1).entries()) {
    const middle = geometry.xOf(first + offset);
    const x = crisp ? Math.floor(middle) + 0.5 : middle;
    const rises = bar.close >= bar.open;
    if (rises) paths.rising += risingCandle(bar, x, half, geometry);
    else paths.falling += fallingCandle(bar, x, half, geometry);
    if (bar.volume !== undefined && series.highestVolume > 0) {
      const top = (bar.volume / series.highestVolume) * geometry.height * VOLUME_SHARE;
      const place = [x - half, geometry.height - top, half * 2, top] as const;
      if (rises) paths.risingVolume += outline(...place);
      else paths.fallingVolume += box(...place);
    }
  }
  return paths;
}

function risingCandle(bar: Bar, x: number, half: number, { yOf }: Geometry): string {
  const [top, high] = [yOf(bar.close), yOf(bar.high)];
  const foot = Math.max(yOf(bar.open), top + 1);
  const wicks =
    box(x - 0.5, high, 1, Math.max(0, top - high)) +
    box(x - 0.5, foot, 1, Math.max(0, yOf(bar.low) - foot));
  return wicks + outline(x - half, top, half * 2, foot - top);
}

function fallingCandle(bar: Bar, x: number, half: number, { yOf }: Geometry): string {
  const [top, high] = [yOf(bar.open), yOf(bar.high)];
  const wick = box(x - 0.5, high, 1, Math.max(1, yOf(bar.low) - high));
  return wick + box(x - half, top, half * 2, Math.max(1, yOf(bar.close) - top));
}

/** A box with a hole, for the even-odd fill rule; solid if the hole would be less than a pixel. */
function outline(x: number, y: number, width: number, height: number): string {
  const line = Math.max(1, Math.round(width / 8));
  const [holeWidth, holeHeight] = [width - 2 * line, height - 2 * line];
  const hole = holeWidth >= 1 && holeHeight >= 1;
  return box(x, y, width, height) + (hole ? box(x + line, y + line, holeWidth, holeHeight) : '');
}

function box(x: number, y: number, width: number, height: number): string {
  const [w, h] = [round(width), round(height)];
  return `M${round(x)} ${round(y)}h${w}v${h}h${-w}z`;
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
