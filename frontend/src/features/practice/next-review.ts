// How long an answer is kept before it is asked again, in words.
const MINUTE_MS = 60_000;
const UNITS = [
  { name: 'minute', minutes: 1, until: 90 },
  { name: 'hour', minutes: 60, until: 36 },
  { name: 'day', minutes: 1440, until: 14 },
  { name: 'week', minutes: 10_080, until: 9 },
  { name: 'month', minutes: 43_830, until: 18 },
  { name: 'year', minutes: 525_960, until: Infinity },
];

/** "3 weeks"; undefined when it is due. */
export function timeUntil(dueAt: string, now: Date): string | undefined {
  const minutes = (Date.parse(dueAt) - now.getTime()) / MINUTE_MS;
  if (Number.isNaN(minutes) || minutes <= 0) return undefined;
  for (const { name, minutes: length, until } of UNITS) {
    const count = Math.max(1, Math.round(minutes / length));
    if (count < until) return `${count} ${name}${count === 1 ? '' : 's'}`;
  }
  return undefined;
}

/** "Kept for 3 weeks." of a right answer, "Comes back in 10 hours." of a wrong one. */
export function nextReview(correct: boolean, dueAt: string, now: Date): string {
  const time = timeUntil(dueAt, now);
  if (time === undefined) return 'Comes back in the next review.';
  return correct ? `Kept for ${time}.` : `Comes back in ${time}.`;
}
