// The zone in which a chart's times are read: the zone that its file names, else the member's.

export interface Zone {
  /** "New York time", "UTC" */
  title: string;
  /** The time of day and date that clocks of the zone show, as the same time of day and date in UTC. Milliseconds. */
  wallClock: (at: number) => number;
}

const UTC: Zone = { title: 'UTC', wallClock: (at) => at };
/** No zone changes its offset within a quarter of an hour that begins at a whole one. */
const QUARTER_MS = 900_000;
const MINUTE_MS = 60_000;

const known = new Map<string, Zone>();

/** `name` is IANA's. A zone that the browser does not know is read in UTC. */
export function zoneOf(name?: string | null): Zone {
  const wanted = name ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = known.get(wanted) ?? readZone(wanted);
  known.set(wanted, zone);
  return zone;
}

/** "UTC−5", "UTC+5:30"; both where the clocks change between the two times. */
export function offsetsText({ wallClock }: Zone, from: number, to: number): string {
  const [first, last] = [from, to].map((at) => signed((wallClock(at) - at) / MINUTE_MS));
  return first === last ? `UTC${first}` : `UTC${first || '+0'}/${last || '+0'}`;
}

function readZone(name: string): Zone {
  if (/^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal)$/.test(name)) return UTC;
  const clock = clockOf(name);
  if (clock === undefined) return UTC;
  const offsets = new Map<number, number>();
  const city = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return {
    title: `${city} time`,
    wallClock: (at) => {
      const quarter = Math.floor(at / QUARTER_MS);
      let offset = offsets.get(quarter);
      if (offset === undefined) {
        offset = offsetAt(clock, quarter * QUARTER_MS);
        offsets.set(quarter, offset);
      }
      return at + offset;
    },
  };
}

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const number = 'numeric';
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: number,
      month: number,
      day: number,
      hour: number,
      minute: number,
    });
  } catch {
    return undefined;
  }
}

function offsetAt(clock: Intl.DateTimeFormat, at: number): number {
  const parts = clock.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  return Date.UTC(year, month - 1, day, part('hour'), part('minute')) - at;
}

/** "−5", "+5:30", "" */
function signed(minutes: number): string {
  if (minutes === 0) return '';
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return `${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`;
}
