// What is asked of a run, one call each, and what an answer says about it.
import type { Act, Run, Step } from '../shapes';

export type Job =
  | { kind: 'step'; steps: number }
  | { kind: 'bar'; stopOnEvent: boolean }
  | { kind: 'event' }
  | { kind: 'act'; act: Act; done: (refusal?: string) => void }
  | { kind: 'end' };

/** Of the finest bars, in one call. */
export const MOST_STEPS = 3_000;

export function stepOf(job: Exclude<Job, { kind: 'end' }>): Omit<Step, 'at'> {
  switch (job.kind) {
    case 'step':
      return { steps: job.steps };
    case 'bar':
      return { until: 'bar', stopOnEvent: job.stopOnEvent };
    case 'event':
      return { steps: MOST_STEPS, stopOnEvent: true };
    case 'act':
      return { steps: 0, acts: [job.act] };
  }
}

/** An act moves no time, but it changes what waits or what is held. */
export function hasMoved(before: Run, now: Run): boolean {
  const held = ({ at, endedAt, position, waiting }: Run) =>
    JSON.stringify([at, endedAt ?? null, position ?? null, waiting ?? null]);
  return held(before) !== held(now);
}
