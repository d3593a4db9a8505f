// How long it is until a moment, as words and as a running clock.
import { formatDuration } from '@/lib/format/durations';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** From here on days say it better than hours. */
const DAYS_FROM_HOURS = 48;
/** From here on half an hour does not matter. */
const HOURS_ALONE = 3;
/** In which minutes beside hours are said: never more than are left. */
const MINUTES_STEP = 5;
/** Of the moments at which a running clock is read out. */
const READ_OUT = [
  { minutes: 0, text: 'The session has started.' },
  { minutes: 1, text: 'Starts within one minute.' },
  { minutes: 10, text: 'Starts within ten minutes.' },
];

/** "in 3 days", "in 5 hours", "in an hour and 35 minutes", "in an hour", "in 23 minutes". */
export function untilWords(leftMs: number): string {
  if (leftMs >= HOUR_MS) {
    if (leftMs < HOURS_ALONE * HOUR_MS) return soonWords(leftMs);
    const hours = Math.round(leftMs / HOUR_MS);
    if (hours >= DAYS_FROM_HOURS) return `in ${Math.round(leftMs / DAY_MS)} days`;
    return `in ${hours} hours`;
  }
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS));
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}

function soonWords(leftMs: number): string {
  const hours = Math.floor(leftMs / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / (MINUTES_STEP * MINUTE_MS)) * MINUTES_STEP;
  const words = hours === 1 ? 'in an hour' : `in ${hours} hours`;
  return minutes === 0 ? words : `${words} and ${minutes} minutes`;
}

/** "9:58": what is left of the last hour. */
export function runningClock(leftMs: number): string {
  return formatDuration(Math.ceil(leftMs / SECOND_MS));
}

/** What a screen reader says of itself: it changes at ten minutes, at one minute and at the start alone. */
export function readOut(leftMs: number): string {
  return READ_OUT.find(({ minutes }) => leftMs <= minutes * MINUTE_MS)?.text ?? '';
}

const AMOUNTS: ReadonlyMap<number, string> = new Map([
  [30, 'half an hour'],
  [60, 'an hour'],
]);

/** "an hour earlier than last week"; null where it is at the same time. */
export function shiftWords(minutes: number): string | null {
  if (minutes === 0) return null;
  const size = Math.abs(minutes);
  const hours = size / 60;
  const amount =
    AMOUNTS.get(size) ?? (Number.isInteger(hours) ? `${hours} hours` : `${size} minutes`);
  return `${amount} ${minutes < 0 ? 'earlier' : 'later'} than last week`;
}
