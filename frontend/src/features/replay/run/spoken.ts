// What a screen reader hears of a run: each bar and each fill.
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import { barTime, type Series } from '@/ui/chart/scale/series';

import type { Run, RunEvent } from '../shapes';

const EVENTS: Record<RunEvent['kind'], string> = {
  filled: 'Entry filled',
  stopped: 'Stopped out',
  target: 'Target reached',
  closed: 'Closed',
  end: 'Closed at the end of trading',
  paused: 'Trading is paused until the next day',
  rule: 'A rule was broken',
  cancelled: 'The waiting entry was cancelled',
};

/** "Entry filled, 2 at 5,412.25." */
export function spokenEvent({ kind, price, size }: RunEvent, { grid }: Series): string {
  const at = price == null ? '' : ` at ${formatPrice(toUnits(price, grid.decimals), grid)}`;
  const many = size == null ? '' : `, ${size}`;
  return `${EVENTS[kind]}${many}${at}.`;
}

/** "14:35, up, close 5,412.25." */
export function spokenLastBar(series: Series, forming: boolean): string {
  const bar = series.bars.at(-1);
  if (!bar) return '';
  const { open, close } = bar;
  const way = close > open ? 'up' : close < open ? 'down' : 'unchanged';
  const price = formatPrice(close, series.grid);
  return `${barTime(series, bar)}, ${forming ? 'forming, ' : ''}${way}, ${forming ? 'now' : 'close'} ${price}.`;
}

/** What is heard of an answer: what happened first, then the bar. */
export function spokenAnswer(run: Pick<Run, 'events' | 'forming'>, series: Series): string {
  const events = run.events.map((event) => spokenEvent(event, series));
  return [...events, spokenLastBar(series, run.forming)].join(' ');
}
