// What has happened in a run: its fills, as its trades and its position have them, so that a reload loses none; and where they stand on
// the chart.
import type { ChartTrade } from '@/ui/chart/trades';
import { toUnits } from '@/ui/chart/scale/prices';

import type { Market } from '../market';
import type { Run, RunEvent, Side, Trade } from '../shapes';

export interface Fill {
  at: number;
  kind: 'filled' | Trade['exit'];
  side: Side;
  size: number;
  price: number;
  /** Of the trade that it ended, in cents. */
  result?: number;
}

/** What happened without a fill. */
export interface Note {
  at: number;
  kind: 'paused' | 'cancelled' | 'broken';
}

export type LogEntry = Fill | Note;

/** In their order; a trade that was closed in parts has one entry. */
export function fillsOf({ trades, position }: Pick<Run, 'trades' | 'position'>): Fill[] {
  const entries = new Map<number, Fill>();
  const enter = (at: number, side: Side, size: number, price: number) => {
    const before = entries.get(at)?.size ?? 0;
    entries.set(at, { at, kind: 'filled', side, size: before + size, price });
  };
  for (const { entryAt, side, size, entryPrice } of trades) enter(entryAt, side, size, entryPrice);
  if (position) enter(position.since, position.side, position.size, position.price);
  const exits = trades.map(({ exitAt, exit, side, size, exitPrice, result }) => {
    return { at: exitAt, kind: exit, side, size, price: exitPrice, result };
  });
  // Sorting keeps the order of equals: what was entered and closed in one of the finest bars was entered first.
  return [...entries.values(), ...exits].toSorted((a, b) => a.at - b.at);
}

export function notesOf(events: readonly RunEvent[]): Note[] {
  return events.flatMap(({ at, kind, price }): Note[] => {
    if (kind === 'paused' || kind === 'cancelled') return [{ at, kind }];
    // With a price it closed a position.
    return kind === 'rule' && price == null ? [{ at, kind: 'broken' }] : [];
  });
}

/** The latest first. */
export function logOf(run: Run, notes: readonly Note[]): LogEntry[] {
  return [...fillsOf(run), ...notes].toSorted((a, b) => a.at - b.at).toReversed();
}

/** The trades, and what is held, where their bars are known. */
export function tradesOnChart(
  { grid }: Market,
  { trades, position }: Pick<Run, 'trades' | 'position'>,
  indexOf: (at: number) => number | undefined,
): ChartTrade[] {
  const placed = (at: number, price: number) => {
    const index = indexOf(at);
    return index === undefined ? undefined : { index, price: toUnits(price, grid.decimals) };
  };
  const closed = trades.flatMap((trade, place) => {
    const entry = placed(trade.entryAt, trade.entryPrice);
    const exit = placed(trade.exitAt, trade.exitPrice);
    const { side, result } = trade;
    return entry && exit ? [{ label: String(place + 1), side, gain: result > 0, entry, exit }] : [];
  });
  const entry = position && placed(position.since, position.price);
  return position && entry
    ? [...closed, { label: 'open', side: position.side, gain: false, entry }]
    : closed;
}
