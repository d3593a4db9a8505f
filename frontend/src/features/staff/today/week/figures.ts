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

/** Seconds as hours: `12`, with one decimal below ten. Only no second at all is `0`. */
export function hours(seconds: number): string {
  const value = seconds / 3600;
  if (value > 0 && value < 0.05) return '<0.1';
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return String(rounded);
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
