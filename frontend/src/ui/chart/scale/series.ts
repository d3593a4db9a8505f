// The bars of a chart, read once: times in milliseconds, prices in units of the chart's grid.
import { extent, formatPrice, gridOf, toUnits, type PriceGrid } from './prices';
import { zoneOf, type Zone } from './zone';

/** As the server sends it. A bar is its time (RFC 3339, UTC), open, high, low and close. */
export interface RawChart {
  bars: readonly (readonly (string | number)[])[];
  /** One for each bar, where the course has them. */
  volumes?: readonly number[] | null | undefined;
  /** IANA's name of the exchange's zone, where the course gives it. */
  timezone?: string | null | undefined;
}

export interface Bar {
  /** As the server wrote it. */
  time: string;
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | undefined;
}

export interface Series {
  bars: readonly Bar[];
  grid: PriceGrid;
  /** Of all bars. */
  low: number;
  high: number;
  highestVolume: number;
  /** The usual time from one bar to the next, in minutes. */
  minutes: number;
  /** The times need their date to be distinguished. */
  severalDays: boolean;
  /** In which the times are read. A bar of a day or more has a date, which is the same in every zone. */
  zone: Zone | undefined;
  /** As clocks of the zone show them. */
  times: readonly number[];
}

const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

export function readSeries({ bars, volumes, timezone }: RawChart): Series {
  const raw = bars.map((bar) => {
    const [open = 0, high = 0, low = 0, close = 0] = bar.slice(1).map(Number);
    return { time: String(bar[0]), prices: [open, high, low, close] as const };
  });
  const grid = gridOf(raw.flatMap(({ prices }) => prices));
  return seriesOf(
    raw.map(({ time, prices }, index) => barOf(time, prices, grid, volumes?.[index])),
    grid,
    zoneOf(timezone),
  );
}

/** A bar whose prices are numbers, as JSON carries them. */
export function barOf(
  time: string,
  [open, high, low, close]: readonly [open: number, high: number, low: number, close: number],
  { decimals }: PriceGrid,
  volume?: number,
): Bar {
  return {
    time,
    at: Date.parse(time),
    open: toUnits(open, decimals),
    high: toUnits(high, decimals),
    low: toUnits(low, decimals),
    close: toUnits(close, decimals),
    volume,
  };
}

export function seriesOf(read: readonly Bar[], grid: PriceGrid, zone: Zone): Series {
  const [low] = extent(read.map((bar) => bar.low));
  const [, high] = extent(read.map((bar) => bar.high));
  const minutes = usualMinutes(read);
  const ownZone = minutes >= DAY_MINUTES ? undefined : zone;
  const times = read.map(({ at }) => (ownZone ? ownZone.wallClock(at) : at));
  const days = new Set(times.map((at) => Math.floor(at / DAY_MS)));
  return {
    bars: read,
    grid,
    low,
    high,
    highestVolume: read.reduce((most, { volume = 0 }) => Math.max(most, volume), 0),
    minutes,
    severalDays: days.size > 1,
    zone: ownZone,
    times,
  };
}

function usualMinutes(bars: readonly Bar[]): number {
  const counts = new Map<number, number>();
  bars.forEach(({ at }, index) => {
    const before = bars[index - 1];
    if (before) counts.set(at - before.at, (counts.get(at - before.at) ?? 0) + 1);
  });
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a);
  return (usual?.[0] ?? 0) / 60_000;
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const inUtc = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  return (at: number) => inUtc.format(at);
};
/** "14:30" */
export const timeOfDay = format({ hour: '2-digit', minute: '2-digit' });
/** "2 Mar" */
export const dayAndMonth = format({ day: 'numeric', month: 'short' });
const fullDate = format({ day: 'numeric', month: 'long', year: 'numeric' });

/** "14:30", with the date where the chart has several days, the date alone for bars of a day. */
export function barTime({ zone, severalDays }: Series, bar: Bar): string {
  if (zone === undefined) return fullDate(bar.at);
  const at = zone.wallClock(bar.at);
  return severalDays ? `${dayAndMonth(at)} ${timeOfDay(at)}` : timeOfDay(at);
}

/** One bar as a sentence. */
export function spokenBar(series: Series, bar: Bar): string {
  const price = (units: number) => formatPrice(units, series.grid);
  const { open, high, low, close, volume } = bar;
  const way = close > open ? 'up' : close < open ? 'down' : 'unchanged';
  const traded = volume === undefined ? '' : `, volume ${volume.toLocaleString('en-US')}`;
  return `${barTime(series, bar)}, ${way}, open ${price(open)}, high ${price(high)}, low ${price(low)}, close ${price(close)}${traded}`;
}

/** How many bars of which interval, from when to when, between which prices. */
export function spokenSeries(series: Series): string {
  const { bars, grid, low, high, minutes, times, zone } = series;
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return 'No bars.';
  const prices = `Prices from ${formatPrice(low, grid)} to ${formatPrice(high, grid)}.`;
  const span =
    zone === undefined
      ? `${fullDate(first)} to ${fullDate(last)}`
      : `${fullDate(first)} ${timeOfDay(first)} to ${series.severalDays ? `${fullDate(last)} ` : ''}${timeOfDay(last)} ${zone.title}`;
  return `${bars.length} ${interval(minutes)}bars, ${span}. ${prices}`;
}

function interval(minutes: number): string {
  if (minutes <= 0) return '';
  if (minutes < 60) return `${minutes}-minute `;
  if (minutes < DAY_MINUTES) return `${minutes / 60}-hour `;
  return minutes === DAY_MINUTES ? 'daily ' : minutes === 10_080 ? 'weekly ' : '';
}
