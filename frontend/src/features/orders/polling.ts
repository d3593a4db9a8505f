// How often an order is polled while its payment event is missing: growing delays, then no more.

const FIRST_MS = 1_000;
const GROWTH = 1.5;
const LONGEST_MS = 15_000;
/** About five minutes in total with these delays. */
const MAX_POLLS = 25;

/** The delay after that many answers, in milliseconds; null when polling ends. */
export function pollingDelay(answers: number): number | null {
  if (answers >= MAX_POLLS) return null;
  return Math.min(FIRST_MS * GROWTH ** Math.max(answers - 1, 0), LONGEST_MS);
}
