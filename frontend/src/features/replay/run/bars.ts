// The shown bars of a run, read once each: an answer brings those from the last known one on.
import type { PriceGrid } from '@/ui/chart/scale/prices';
import { barOf, type Bar } from '@/ui/chart/scale/series';

import type { Run } from '../shapes';

export function readBars(raw: Run['bars'], grid: PriceGrid): Bar[] {
  return raw.map(([time, ...prices]) => {
    const [open = 0, high = 0, low = 0, close = 0] = prices.map(Number);
    return barOf(String(time), [open, high, low, close], grid);
  });
}

/** The bars with those of an answer: the forming one is replaced. */
export function mergeBars(before: readonly Bar[], fresh: readonly Bar[]): readonly Bar[] {
  const first = fresh[0];
  if (!first) return before;
  const kept = before.findIndex(({ at }) => at >= first.at);
  return [...(kept < 0 ? before : before.slice(0, kept)), ...fresh];
}

/** Which bar has this time, as the server writes it. */
export function indexIn(bars: readonly Bar[], time: string | undefined): number | undefined {
  const index = time === undefined ? -1 : bars.findLastIndex((bar) => bar.time === time);
  return index < 0 ? undefined : index;
}
