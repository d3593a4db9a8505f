// An entry as it is being written: what the fields hold, the order that it makes, and what that order would do.
import { formatPrice, onTick, parsePrice, toPrice } from '@/ui/chart/scale/prices';
import type { Bar } from '@/ui/chart/scale/series';

import { nearestFloor } from '../floors';
import { gainOfOne, riskOfOne, signOf, sum, unitOfOne, type Market } from '../market';
import type { Act, EntryType, Run, Side } from '../shapes';

export interface Ticket {
  side: Side;
  type: EntryType;
  price: string;
  stop: string;
  target: string;
  /** A sum of money, from which the size follows, unless a size was typed. */
  risk: string;
  size: string;
  sizedBy: 'risk' | 'size';
  sure: number | undefined;
}

export type TicketField = 'price' | 'stop' | 'target' | 'risk' | 'size';

export interface TicketReading {
  /** Where the entry is counted from, in units of the grid: its price, or the last close. */
  entry: number;
  stop: number | undefined;
  target: number | undefined;
  size: number | undefined;
  /** Of the whole order, in cents; undefined without a stop. */
  risk: number | undefined;
  /** The loss at the stop in R. */
  riskR: number | undefined;
  /** What the target would pay, in cents and in R. */
  gain: number | undefined;
  gainR: number | undefined;
  /** Where equity would be above the nearest floor after the stop; nought or less: the floor is touched first. */
  toFloor: number | undefined;
  /** The price at which the floor is touched. */
  floorPrice: number | undefined;
  problems: Partial<Record<TicketField, string>>;
  /** Undefined while something is missing or wrong. */
  act: Extract<Act, { act: 'enter' }> | undefined;
}

/** How many shown bars say what a usual distance is. */
const USUAL_BARS = 14;
const SHARE_OF_BALANCE = 0.005;

const COPY = {
  price: (example: string) => `Type a price such as ${example}.`,
  beyond: (name: string, below: boolean, entry: string) =>
    `The ${name} must be ${below ? 'below' : 'above'} ${entry}.`,
  needed: 'The rules ask for a stop.',
  risk: 'Type a sum, such as 100.',
  tooSmall: (one: string) => `One contract risks ${one}.`,
  overRisk: (most: string) => `The rules allow a risk of ${most}.`,
  size: 'Type a whole number of contracts.',
  most: (most: number) => `At most ${most} at once.`,
  noStop: 'Without a stop, type the size.',
};

/** A new ticket: a stop at a usual bar's distance, a target at twice that. */
export function openTicket(market: Market, side: Side, bars: readonly Bar[], run: Run): Ticket {
  const close = bars.at(-1)?.close ?? 0;
  const recent = bars.slice(-USUAL_BARS);
  const mean = recent.reduce((total, { high, low }) => total + high - low, 0) / recent.length;
  const distance = Math.max(onTick(mean, market.grid), 2 * market.grid.tick);
  const sign = signOf(side);
  const text = (units: number) => formatPrice(units, market.grid);
  const most = market.rules.risk ?? Math.round(run.balance * SHARE_OF_BALANCE);
  return {
    side,
    type: 'market',
    price: text(close - sign * distance),
    stop: text(close - sign * distance),
    target: text(close + sign * 2 * distance),
    risk: String(most / 100),
    size: '1',
    sizedBy: 'risk',
    sure: undefined,
  };
}

/** Another kind of entry waits where that kind is usual, with stop and target as far from it as before. */
export function withType(market: Market, ticket: Ticket, type: EntryType, close: number): Ticket {
  if (type === ticket.type) return ticket;
  const { grid } = market;
  const before = readTicket(market, ticket, close).entry;
  const stop = parsePrice(ticket.stop, grid, close);
  const away = stop === undefined ? 8 * grid.tick : Math.abs(before - stop);
  const sign = signOf(ticket.side);
  const entry =
    type === 'market' ? close : close + (type === 'stop' ? 1 : -1) * sign * onTick(away, grid);
  const moved = (text: string) => {
    const price = parsePrice(text, grid, close);
    return price === undefined ? text : formatPrice(price + entry - before, grid);
  };
  return {
    ...ticket,
    type,
    price: formatPrice(entry, grid),
    stop: moved(ticket.stop),
    target: moved(ticket.target),
  };
}

export function readTicket(
  market: Market,
  ticket: Ticket,
  close: number,
  run?: Pick<Run, 'balance' | 'floors'>,
): TicketReading {
  const { grid, rules } = market;
  const problems: TicketReading['problems'] = {};
  const sign = signOf(ticket.side);
  const read = (field: 'price' | 'stop' | 'target', needed: string | undefined) => {
    const text = ticket[field].trim();
    if (text === '') {
      if (needed !== undefined) problems[field] = needed;
      return undefined;
    }
    const price = parsePrice(text, grid, close);
    if (price !== undefined && price > 0 && price % grid.tick === 0) return price;
    problems[field] = COPY.price(formatPrice(close, grid));
    return undefined;
  };

  const example = COPY.price(formatPrice(close, grid));
  const price = ticket.type === 'market' ? undefined : read('price', example);
  const entry = price ?? close;
  const stop = read('stop', rules.risk == null ? undefined : COPY.needed);
  const target = read('target', undefined);
  const entryText = formatPrice(entry, grid);
  if (stop !== undefined && sign * (entry - stop) <= 0) {
    problems.stop = COPY.beyond('stop', sign > 0, entryText);
  }
  if (target !== undefined && sign * (target - entry) <= 0) {
    problems.target = COPY.beyond('target', sign < 0, entryText);
  }
  const one =
    stop === undefined || problems.stop !== undefined
      ? undefined
      : riskOfOne(market, { type: ticket.type, price: entry }, stop);
  const size = readSize(market, ticket, one, problems);
  const unit =
    one === undefined || stop === undefined || size === undefined
      ? undefined
      : unitOfOne(market, { type: ticket.type, price: entry }, stop) * size;
  const risk = one === undefined || size === undefined ? undefined : one * size;
  if (risk !== undefined && rules.risk != null && risk > rules.risk) {
    problems[ticket.sizedBy] ??= COPY.overRisk(sum(market, rules.risk));
  }
  const gain =
    target === undefined || problems.target !== undefined || size === undefined
      ? undefined
      : gainOfOne(market, { type: ticket.type, price: entry }, target) * size;
  const floor = run && nearestFloor(run);
  const room = run && floor && run.balance - floor.level;
  const floorTicks =
    room === undefined || size === undefined
      ? undefined
      : Math.ceil((room - size * market.commission) / (size * market.tickValue));
  const complete = Object.keys(problems).length === 0 && size !== undefined;
  const inPrice = (units: number | undefined) =>
    units === undefined ? {} : { price: toPrice(units, grid) };
  return {
    entry,
    stop,
    target,
    size,
    risk,
    gain,
    riskR: risk === undefined || unit === undefined ? undefined : -risk / unit,
    gainR: gain === undefined || unit === undefined ? undefined : gain / unit,
    toFloor: room === undefined || risk === undefined ? undefined : room - risk,
    floorPrice: floorTicks === undefined ? undefined : entry - sign * floorTicks * grid.tick,
    problems,
    act: complete
      ? {
          act: 'enter',
          side: ticket.side,
          size,
          type: ticket.type,
          ...inPrice(price),
          ...(stop === undefined ? {} : { stop: toPrice(stop, grid) }),
          ...(target === undefined ? {} : { target: toPrice(target, grid) }),
          ...(ticket.sure === undefined ? {} : { sure: ticket.sure }),
        }
      : undefined,
  };
}

function readSize(
  market: Market,
  ticket: Ticket,
  one: number | undefined,
  problems: TicketReading['problems'],
): number | undefined {
  if (ticket.sizedBy === 'size') {
    const text = ticket.size.trim();
    const size = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (size < 1) problems.size = COPY.size;
    else if (size > market.most) problems.size = COPY.most(market.most);
    return size >= 1 && size <= market.most ? size : undefined;
  }
  const cents = readSum(ticket.risk);
  if (cents === undefined) {
    problems.risk = COPY.risk;
    return undefined;
  }
  if (one === undefined) {
    // What is wrong with the stop is said at the stop.
    if (problems.stop === undefined) problems.risk = COPY.noStop;
    return undefined;
  }
  const size = Math.min(Math.floor(cents / one), market.most);
  if (size >= 1) return size;
  problems.risk = COPY.tooSmall(sum(market, one));
  return undefined;
}

/** "100", "1,250.50", "12,5": in cents. */
function readSum(text: string): number | undefined {
  const cents = parsePrice(text, { decimals: 2, tick: 1 }, 10_000);
  return cents !== undefined && cents > 0 ? cents : undefined;
}
