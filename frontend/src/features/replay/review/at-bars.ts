// Where a number `at` is among the shown bars: the result's curve has a point for each shown bar from the begin on, at the
// last of its finest bars, and ends with the last shown bar.
import type { RunResult } from '../shapes';

export function barAt({ curve }: Pick<RunResult, 'curve'>, bars: number): (at: number) => number {
  const before = Math.max(0, bars - curve.length);
  const ends = curve.map(([at]) => at ?? 0);
  return (at) => {
    const place = ends.findIndex((end) => end >= at);
    return place < 0 ? Math.max(0, bars - 1) : before + place;
  };
}
