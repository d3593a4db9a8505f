// How long access lasts, as a sentence. Days are calendar days in the visitor's time zone.
import { serverNow } from '@/lib/server-clock';

export interface AccessTerm {
  kind: 'lifetime' | 'running' | 'ending' | 'ended';
  text: string;
}

const DAY_MS = 86_400_000;

/** With fewer days left the term is shown as urgent. */
const ENDING_DAYS = 7;

export function accessTerm(
  expiresAt: string | null | undefined,
  now: Date = new Date(serverNow()),
): AccessTerm {
  if (!expiresAt) return { kind: 'lifetime', text: 'Lifetime access' };
  const end = new Date(expiresAt);
  const days = calendarDay(end) - calendarDay(now);
  if (end.getTime() <= now.getTime()) return { kind: 'ended', text: endedText(end, days) };
  if (days === 0) return { kind: 'ending', text: `Access expires today at ${clock(end)}` };
  if (days === 1) return { kind: 'ending', text: `Access expires tomorrow at ${clock(end)}` };
  return {
    kind: days < ENDING_DAYS ? 'ending' : 'running',
    text: `Access until ${longDate(end)}, ${days} days left`,
  };
}

function endedText(end: Date, days: number): string {
  if (days === 0) return `Your access ended today at ${clock(end)}`;
  if (days === -1) return 'Your access ended yesterday';
  return `Your access ended on ${longDate(end)}`;
}

/** Counted in UTC, where each day has 24 hours, also when daylight saving time changes. */
function calendarDay(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

function longDate(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(date);
}

function clock(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date);
}
