// The lines of the chart: what is held, what waits, what is being written, and the floor that a position could touch.
import type { ChartLine } from '@/ui/chart/lines';
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';

import type { FloorDistance } from '../floors';
import { inR, resultOfOne, signedSum, type Market } from '../market';
import type { Run, Side } from '../shapes';
import type { ProtectionReading } from './protection';
import type { Ticket, TicketReading } from './ticket';

const SIDES: Record<Side, string> = { long: 'Long', short: 'Short' };
const ENTRIES: Record<Side, string> = { long: 'Buy', short: 'Sell' };
const COPY = { stop: 'Stop', target: 'Target', floor: 'Floor', size: (size: number) => `${size}` };

/** A ticket's lines; each move is the field's new text. */
export function ticketLines(
  market: Market,
  ticket: Ticket,
  reading: TicketReading,
  change: (next: Partial<Ticket>) => void,
): ChartLine[] {
  const { entry, stop, target, size, riskR, gainR, floorPrice } = reading;
  const text = (price: number) => formatPrice(price, market.grid);
  const lines: ChartLine[] = [];
  if (ticket.type !== 'market') {
    lines.push({
      id: 'entry',
      tone: 'entry',
      label: `${ENTRIES[ticket.side]} ${ticket.type}`,
      note: size === undefined ? undefined : COPY.size(size),
      price: entry,
      pending: true,
      // Stop and target go with the entry.
      move: (price) =>
        change({
          price: text(price),
          ...(stop === undefined ? {} : { stop: text(stop + price - entry) }),
          ...(target === undefined ? {} : { target: text(target + price - entry) }),
        }),
    });
  }
  if (stop !== undefined) {
    lines.push({
      id: 'stop',
      tone: 'stop',
      label: COPY.stop,
      note: riskR === undefined ? undefined : inR(riskR),
      price: stop,
      pending: true,
      move: (price) => change({ stop: text(price) }),
    });
  }
  if (target !== undefined) {
    lines.push({
      id: 'target',
      tone: 'target',
      label: COPY.target,
      note: gainR === undefined ? undefined : inR(gainR),
      price: target,
      pending: true,
      move: (price) => change({ target: text(price) }),
    });
  }
  if (floorPrice !== undefined && floorPrice > 0) lines.push(floorLine(floorPrice));
  return lines;
}

interface Moves {
  change: (next: { stop?: string; target?: string }) => void;
  commit: (next: { stop?: string; target?: string }) => void;
  revert: () => void;
}

/** The lines of a position or a waiting entry. */
export function heldLines(
  market: Market,
  run: Run,
  reading: ProtectionReading,
  floor: FloorDistance | undefined,
  { change, commit, revert }: Moves,
): ChartLine[] {
  const { grid } = market;
  const { position, waiting } = run;
  const held = position ?? waiting;
  if (!held) return [];
  const entry = held.price == null ? undefined : toUnits(held.price, grid.decimals);
  const lines: ChartLine[] = [];
  if (entry !== undefined) {
    lines.push({
      id: 'entry',
      tone: 'entry',
      label: waiting ? `${ENTRIES[held.side]} ${waiting.type}` : SIDES[held.side],
      note: COPY.size(held.size),
      price: entry,
      pending: !position,
    });
  }
  for (const end of ['stop', 'target'] as const) {
    const price = reading[end];
    if (price === undefined) continue;
    const before = held[end] == null ? undefined : toUnits(held[end], grid.decimals);
    lines.push({
      id: end,
      tone: end,
      label: COPY[end],
      note:
        entry === undefined
          ? undefined
          : signedSum(
              market,
              held.size *
                resultOfOne(
                  market,
                  held.side,
                  { price: entry, slips: waiting?.type === 'stop' },
                  { price, slips: end === 'stop' },
                ),
            ),
      price,
      pending: price !== before,
      move: (to) => change({ [end]: formatPrice(to, grid) }),
      commit: (to) => commit({ [end]: formatPrice(to, grid) }),
      revert,
    });
  }
  if (floor?.price !== undefined && floor.price > 0) lines.push(floorLine(floor.price));
  return lines;
}

function floorLine(price: number): ChartLine {
  return { id: 'floor', tone: 'floor', label: COPY.floor, price };
}
