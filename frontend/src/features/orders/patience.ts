// How long the page waits for the payment provider's word: often at first, then seldom, then no more.

const FIRST_MS = 1_000;
const GROWTH = 1.5;
const LONGEST_MS = 15_000;
/** With these pauses some five minutes. */
const TRIES = 25;

/** The pause before asking again after so many answers; null when it is time to stop. */
export function pauseBefore(answers: number): number | null {
  if (answers >= TRIES) return null;
  return Math.min(FIRST_MS * GROWTH ** Math.max(answers - 1, 0), LONGEST_MS);
}
