// How many of the finest bars a shown bar has. The server does not say it: it follows from how many were seen in how many
// shown bars. A chart with gaps makes it too small, never too large, so the largest that was found is nearest.
import type { Bar } from '@/ui/chart/scale/series';

interface Seen {
  at: number;
  bars: readonly Bar[];
  forming: boolean;
}

/** At least as many as a bar has had on average, and a divisor of its seconds. */
export function stepsOfBar({ at, bars }: Seen, seconds: number): number {
  const least = Math.max(1, Math.ceil(at / Math.max(1, bars.length)));
  for (let steps = least; steps < seconds; steps += 1) if (seconds % steps === 0) return steps;
  return Math.max(1, seconds);
}

/** How many steps surely do not pass the end of the bar that forms, or of the next one. */
export function stepsToBarEnd(seen: Seen, whole: number): number {
  if (!seen.forming) return whole;
  return Math.max(1, whole - (seen.at - whole * (seen.bars.length - 1)));
}

/** Bars a second while a run plays by itself, and in how many calls a bar is shown forming. */
export const SPEEDS = [
  { barsPerSecond: 1, callsPerBar: 4 },
  { barsPerSecond: 2, callsPerBar: 2 },
  { barsPerSecond: 5, callsPerBar: 1 },
] as const;

export type Speed = (typeof SPEEDS)[number];

/** One call of a run that plays: how many steps, and when the next call follows. */
export function paceOf({ barsPerSecond, callsPerBar }: Speed, whole: number) {
  const calls = Math.min(callsPerBar, whole);
  return { steps: Math.max(1, Math.round(whole / calls)), ms: 1000 / (barsPerSecond * calls) };
}
