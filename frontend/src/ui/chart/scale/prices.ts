// Prices as whole numbers of the smallest decimal that the chart uses, never as fractions: 5412.25 is 541225 at two
// decimals. The tick is what all prices of the chart are multiples of.

import { typedText } from '@/lib/format/typed-text';

export interface PriceGrid {
  decimals: number;
  /** The step of a mark, in units of the last decimal. */
  tick: number;
}

const MAX_DECIMALS = 12;
/** With fewer steps between the lowest and the highest price, the common multiple is chance. */
const MIN_STEPS = 10;

export function gridOf(prices: readonly number[]): PriceGrid {
  const decimals = prices.reduce((most, price) => Math.max(most, decimalsOf(price)), 0);
  const units = prices.map((price) => toUnits(price, decimals));
  const [low, high] = extent(units);
  const tick = units.reduce(greatestCommonDivisor, 0);
  return { decimals, tick: tick > 0 && (high - low) / tick >= MIN_STEPS ? tick : 1 };
}

export function extent(values: readonly number[]): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

export function toUnits(price: number, decimals: number): number {
  return Math.round(price * 10 ** decimals);
}

/** The number nearest to the decimal price, as JSON carries it. */
export function toPrice(units: number, { decimals }: PriceGrid): number {
  return units / 10 ** decimals;
}

export function onTick(units: number, { tick }: PriceGrid): number {
  return Math.round(units / tick) * tick;
}

/** Making a formatter takes longer than a frame's share, so each is made once. */
const formats = new Map<number, Intl.NumberFormat>();

/** "5,412.25" */
export function formatPrice(units: number, { decimals }: PriceGrid): string {
  let format = formats.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(decimals, format);
  }
  return format.format(units / 10 ** decimals);
}

/**
 * A typed price: `5412.25`, `5,412.25`, `5412,25`, `$5,412.25`. A comma that may group or separate decimals ("1,085") is
 * read as the price that is closer to the chart's. Undefined when the text is not a price, or has decimals that the chart cannot show.
 */
export function parsePrice(text: string, grid: PriceGrid, near: number): number | undefined {
  const bare = typedText(text)
    .trim()
    .replaceAll(/^[$€£]\s*|[\s']/g, '');
  const units = readings(bare).flatMap((reading) => {
    const [, fraction = ''] = reading.split('.');
    const significant = fraction.replace(/0+$/, '').length;
    return significant > grid.decimals ? [] : [toUnits(Number(reading), grid.decimals)];
  });
  return units.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0];
}

/** The decimal numbers that a text can be. */
function readings(text: string): string[] {
  const found = [];
  if (/^\d+(\.\d*)?$|^\.\d+$/.test(text)) found.push(text);
  if (/^\d+,\d*$/.test(text)) found.push(text.replace(',', '.'));
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) found.push(text.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})+(,\d*)?$/.test(text)) {
    found.push(text.replaceAll('.', '').replace(',', '.'));
  }
  return found;
}

export function decimalsOf(price: number): number {
  for (let decimals = 0; decimals < MAX_DECIMALS; decimals += 1) {
    if (Number(price.toFixed(decimals)) === price) return decimals;
  }
  return MAX_DECIMALS;
}

function greatestCommonDivisor(one: number, other: number): number {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
