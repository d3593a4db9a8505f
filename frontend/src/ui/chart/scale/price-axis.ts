// Where the price axis has its labels: round prices that are multiples of the tick.
import type { PriceGrid } from './prices';

const LEADING = [1, 2, 2.5, 5];

/** The labelled prices from `low` to `high`, at most `most`. */
export function priceTicks(low: number, high: number, grid: PriceGrid, most: number): number[] {
  const step = priceStep((high - low) / Math.max(1, most), grid);
  const ticks = [];
  for (let price = Math.ceil(low / step) * step; price <= high; price += step) ticks.push(price);
  // The step may fit once more than asked.
  return ticks.length > most ? ticks.slice(0, most) : ticks;
}

/** The smallest round step of at least this size: 1, 2, 2.5 or 5 times a power of ten, in whole ticks. */
export function priceStep(least: number, { tick }: PriceGrid): number {
  const small = [1, 2, 4].map((ticks) => ticks * tick);
  const round = [];
  for (let power = 1; power <= 1e15; power *= 10) {
    for (const leading of LEADING) {
      const step = leading * power;
      if (Number.isInteger(step) && step % tick === 0) round.push(step);
    }
    if (power > least * 10 && round.length > 0 && (round.at(-1) ?? 0) >= least) break;
  }
  const steps = [...small, ...round].filter((step) => step >= least).toSorted((a, b) => a - b);
  return steps[0] ?? tick;
}
