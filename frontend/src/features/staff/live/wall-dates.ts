// Wall times of a form, as words. They are read without a zone: each date of a series is at the same wall time.
import { clockIn, dayIn } from '@/lib/format/dates-in-zones';

const MINUTE_MS = 60_000;
const WEEK_MS = 604_800_000;

/** As the browser's field writes it; engines read a date into nearly every other text, an empty one too. */
const WALL = /^\d{4,}-\d\d-\d\dT\d\d:\d\d$/;

const instantOf = (wall: string) => (WALL.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN);
const iso = (at: number) => new Date(at).toISOString();

/** "Tuesday 1 December, 20:00 to 21:30"; null while it is none. */
export function wallSpan(start: string, minutes: number, now: number): string | null {
  const at = instantOf(start);
  if (Number.isNaN(at) || !Number.isSafeInteger(minutes)) return null;
  const end = iso(at + minutes * MINUTE_MS);
  return `${dayIn(iso(at), 'UTC', now)}, ${clockIn(iso(at), 'UTC')} to ${clockIn(end, 'UTC')}`;
}

/** The day of the last of so many weekly sessions. */
export function lastDay(start: string, weeks: number, now: number): string {
  return dayIn(iso(instantOf(start) + (weeks - 1) * WEEK_MS), 'UTC', now);
}
