// Where the time axis has its labels: at the first bar of each round interval, dates where a day begins. Bars stand side
// by side however much time lies between them, as on an exchange's charts.
import { dayAndMonth, timeOfDay } from './series';

export interface TimeTick {
  index: number;
  label: string;
  /** A new day, or for bars of a day a new month or year. */
  major: boolean;
}

const MINUTE = 60_000;
const DAY = 1440;
const INTRADAY = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720];
/** A Monday. */
const WEEK_SHIFT_MS = 3 * DAY * MINUTE;

type Bucket = (at: number) => number;

const fixed =
  (minutes: number, shift = 0): Bucket =>
  (at) =>
    Math.floor((at + shift) / (minutes * MINUTE));
const months =
  (count: number): Bucket =>
  (at) => {
    const date = new Date(at);
    return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / count);
  };
const day = fixed(DAY);
const year = months(12);
const STEPS: readonly { bucket: Bucket; long: boolean }[] = [
  ...INTRADAY.map((minutes) => ({ bucket: fixed(minutes), long: false })),
  { bucket: day, long: false },
  { bucket: fixed(7 * DAY, WEEK_SHIFT_MS), long: false },
  ...[1, 3, 12, 60, 120].map((count) => ({ bucket: months(count), long: true })),
];

/** The labels of the bars from `first` to `last`, at least `gap` bars apart. */
export function timeTicks(
  times: readonly number[],
  first: number,
  last: number,
  gap: number,
): TimeTick[] {
  const most = Math.floor(Math.max(0, last - first) / gap) + 1;
  const ticksOf = (indices: readonly number[], long: boolean) =>
    // Only the labels that may be shown are written: that is most of the work.
    indices.flatMap((index) => {
      const at = times[index];
      return at === undefined ? [] : [{ index, ...labelOf(at, times[index - 1], long) }];
    });
  let finer: TimeTick[] = [];
  for (const [place, { bucket, long }] of STEPS.entries()) {
    const indices = begins(times, first, last, bucket);
    if (indices.length > most && place < STEPS.length - 1) {
      // One or two labels too many: some of them, where the next interval begins only once.
      finer = indices.length <= most + 2 ? apart(ticksOf(indices, long), gap) : [];
      continue;
    }
    const ticks = apart(ticksOf(indices, long), gap);
    return ticks.length < 2 && finer.length > ticks.length ? finer : ticks;
  }
  return finer;
}

/** The bars with which a day begins after another one. */
export function dayBegins(times: readonly number[], first: number, last: number): number[] {
  return begins(times, Math.max(first, 1), last, day);
}

/** The bars that begin an interval. */
function begins(times: readonly number[], first: number, last: number, bucket: Bucket): number[] {
  const indices = [];
  for (let index = first; index <= last; index += 1) {
    const at = times[index];
    const before = times[index - 1];
    if (at === undefined || (before !== undefined && bucket(at) === bucket(before))) continue;
    indices.push(index);
  }
  return indices;
}

function labelOf(at: number, before: number | undefined, long: boolean) {
  const newYear = before !== undefined && year(at) !== year(before);
  if (newYear) return { label: String(new Date(at).getUTCFullYear()), major: true };
  if (long) return { label: dayAndMonth(at).replace(/^\d+ /, ''), major: before === undefined };
  const newDay = before === undefined || day(at) !== day(before);
  if (newDay) return { label: dayAndMonth(at), major: isIntraday(at) || before === undefined };
  return { label: timeOfDay(at), major: false };
}

/** Bars of a day are all at midnight: their dates are no more important than each other. */
function isIntraday(at: number): boolean {
  return at % (DAY * MINUTE) !== 0;
}

/** Major labels come first; the others where there is room between them. */
function apart(ticks: readonly TimeTick[], gap: number): TimeTick[] {
  const kept: TimeTick[] = [];
  for (const tick of [...ticks.filter(({ major }) => major), ...ticks]) {
    if (kept.every(({ index }) => Math.abs(index - tick.index) >= gap)) kept.push(tick);
  }
  return kept.toSorted((a, b) => a.index - b.index);
}
