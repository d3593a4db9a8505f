// How far a run is from the floors of its rules: the equity that must not be touched.
import { signOf, ticksBetween, type Market } from './market';
import type { Run } from './shapes';

export interface Floor {
  rule: 'max_loss' | 'daily_loss';
  /** The sum that equity may not reach, in cents. */
  level: number;
}

/** The higher floor; equal: the loss in total. */
export function nearestFloor({ floors }: Pick<Run, 'floors'>): Floor | undefined {
  const { maxLoss, dailyLoss } = floors;
  if (dailyLoss != null && (maxLoss == null || dailyLoss > maxLoss)) {
    return { rule: 'daily_loss', level: dailyLoss };
  }
  return maxLoss == null ? undefined : { rule: 'max_loss', level: maxLoss };
}

export interface FloorDistance {
  floor: Floor;
  /** From equity at the last close to the floor, in cents. */
  cents: number;
  /** The same for what is held, or for one contract. */
  ticks: number;
  /** The price at which the position touches the floor, in units of the grid. */
  price: number | undefined;
}

export function floorDistance(market: Market, run: Run, close: number): FloorDistance | undefined {
  const floor = nearestFloor(run);
  if (!floor) return undefined;
  const { position } = run;
  if (!position) {
    const cents = run.balance - floor.level;
    return { floor, cents, ticks: Math.floor(cents / market.tickValue), price: undefined };
  }
  const sign = signOf(position.side);
  const entry = Math.round(position.price * 10 ** market.grid.decimals);
  const perTick = position.size * market.tickValue;
  const cents = run.balance + sign * ticksBetween(market, entry, close) * perTick - floor.level;
  const fromEntry = Math.ceil((run.balance - floor.level) / perTick);
  return {
    floor,
    cents,
    ticks: Math.floor(cents / perTick),
    price: entry - sign * fromEntry * market.grid.tick,
  };
}
