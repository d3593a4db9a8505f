// Points in time as the clocks of a named time zone (IANA) show them, by the browser's own table of zones.
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MINUTES = 10_080;

export function readerZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether this browser knows the zone; an old one may lack a new name. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** What the zone's clocks show, in minutes since 1970 as if the zone were UTC. */
function wallMinutes(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return wall / MINUTE_MS;
}

/** "2026-12-01T20:00", as a field for a local time has it. */
export function wallTime(iso: string, zone: string): string {
  const wall = wallMinutes(Date.parse(iso), zone) * MINUTE_MS;
  return new Date(wall).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** How many days later than the other the zone's calendar is at a moment; 0 on the same day. */
export function daysBetween(from: number, to: number, zone: string): number {
  const day = (at: number) => Math.floor((wallMinutes(at, zone) * MINUTE_MS) / DAY_MS);
  return day(to) - day(from);
}

/** "Tuesday 1 December", with the year where it is not this one. */
export function dayIn(iso: string, zone: string, now: number): string {
  const at = Date.parse(iso);
  const year = (time: number) => new Date(wallMinutes(time, zone) * MINUTE_MS).getUTCFullYear();
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  });
  // Browsers of different ages set a comma after the weekday or none.
  return format.format(at).replace(',', '');
}

/** "20:00" */
export function clockIn(iso: string, zone: string): string {
  return wallTime(iso, zone).slice(-'HH:mm'.length);
}

/** "20:00 to 21:30" */
export function spanIn(startsAt: string, endsAt: string, zone: string): string {
  return `${clockIn(startsAt, zone)} to ${clockIn(endsAt, zone)}`;
}

/** "New York" of `America/New_York`. */
export function zoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Whether the clocks of both zones show the same at that moment. */
export function isSameClock(iso: string, zone: string, other: string): boolean {
  return wallTime(iso, zone) === wallTime(iso, other);
}

/**
 * By how many minutes something that is at the same wall time of `zone` every week is later for a reader than it was the week before:
 * 0, unless clocks changed in one of both zones in between. Negative is earlier.
 */
export function shiftSinceLastWeek(iso: string, zone: string, reader: string): number {
  const start = Date.parse(iso);
  const lead = (at: number) => wallMinutes(at, reader) - wallMinutes(at, zone);
  const guess = start - WEEK_MINUTES * MINUTE_MS;
  const missing = wallMinutes(start, zone) - WEEK_MINUTES - wallMinutes(guess, zone);
  return lead(start) - lead(guess + missing * MINUTE_MS);
}
