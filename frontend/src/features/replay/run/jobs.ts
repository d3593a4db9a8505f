// What is asked of a run, one call each, and what an answer says about it.
import type { Bar } from '@/ui/chart/scale/series';

import type { Act, Run, Step } from '../shapes';
import { stepsToBarEnd } from './pace';

export type Job =
  | { kind: 'step'; steps: number }
  | { kind: 'bar' }
  | { kind: 'event' }
  | { kind: 'act'; act: Act; done: (refusal?: string) => void }
  | { kind: 'end' };

/** Where a run stands in this page. */
interface Standing {
  run: Run;
  bars: readonly Bar[];
  /** The finest bars of a shown one, as far as is known. */
  stepsOfBar: number;
}

/** Of the finest bars, in one call. */
export const MOST_STEPS = 3_000;

export function stepOf(
  job: Exclude<Job, { kind: 'end' }>,
  { run, bars, stepsOfBar: whole }: Standing,
): Omit<Step, 'at'> {
  switch (job.kind) {
    case 'step':
      return { steps: job.steps };
    case 'bar':
      return { steps: stepsToBarEnd({ at: run.at, bars, forming: run.forming }, whole) };
    case 'event':
      return { steps: MOST_STEPS, stopOnEvent: true };
    case 'act':
      return { steps: 0, acts: [job.act] };
  }
}

/** The bar that a step began is not complete yet; something that happened ends it too. */
export function goesOn({ run, bars }: Standing, barsBefore: number): boolean {
  return run.forming && !run.endedAt && run.events.length === 0 && bars.length - barsBefore <= 1;
}

/** An act moves no time, but it changes what waits or what is held. */
export function hasMoved(before: Run, now: Run): boolean {
  const held = ({ at, endedAt, position, waiting }: Run) =>
    JSON.stringify([at, endedAt ?? null, position ?? null, waiting ?? null]);
  return held(before) !== held(now);
}
