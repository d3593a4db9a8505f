// The numbers of the week as text.

/** "Tue 24": a UTC day. */
export function dayName(date: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Lesson {
  started: number;
  finished: number;
}

/** The place of the lesson at which most members stop: they started it and did not finish it. -1 when none does. */
export function mostStopAt(lessons: readonly Lesson[]): number {
  const stopped = lessons.map(({ started, finished }) => started - finished);
  const most = Math.max(0, ...stopped);
  return most === 0 ? -1 : stopped.indexOf(most);
}
