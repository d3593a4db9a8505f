// What is traded: its prices on the tick, what a tick and a contract cost, and the rules.
import { money } from '@/lib/format/money';
import { decimalsOf, toUnits, type PriceGrid } from '@/ui/chart/scale/prices';
import { zoneOf, type Zone } from '@/ui/chart/scale/zone';

import type { EntryType, LessonReplay, Rules, Side } from './shapes';

export interface Market {
  grid: PriceGrid;
  /** Cents of a tick, of one contract. */
  tickValue: number;
  currency: string;
  commission: number;
  slippage: number;
  most: number;
  rules: Rules;
  /** Seconds of a shown bar. */
  bar: number;
  /** Of the shown times. */
  zone: Zone;
}

export function marketOf({ instrument, rules, bar, timezone }: LessonReplay): Market {
  const decimals = decimalsOf(instrument.tick);
  return {
    grid: { decimals, tick: toUnits(instrument.tick, decimals) },
    tickValue: instrument.tickValue,
    currency: instrument.currency,
    commission: instrument.commission,
    slippage: instrument.slippageTicks,
    most: instrument.most,
    rules,
    bar,
    zone: zoneOf(timezone),
  };
}

/** 1 for a long, −1 for a short: what a price's rise is worth. */
export function signOf(side: Side): 1 | -1 {
  return side === 'long' ? 1 : -1;
}

/** Between two prices in units of the grid. */
export function ticksBetween({ grid }: Market, from: number, to: number): number {
  return (to - from) / grid.tick;
}

/**
 * What one contract risks from an entry to its stop, as the rule `risk` counts it: with the commissions of both sides and
 * the slippage of each fill that slips, in cents.
 */
export function riskOfOne(
  market: Market,
  entry: { type: EntryType; price: number },
  stop: number,
): number {
  const slips = market.slippage * (entry.type === 'limit' ? 1 : 2);
  const ticks = Math.abs(ticksBetween(market, entry.price, stop)) + slips;
  return ticks * market.tickValue + 2 * market.commission;
}

/** What R is counted in: from the fill to the stop, with both commissions, of one contract in cents. */
export function unitOfOne(
  market: Market,
  entry: { type: EntryType; price: number },
  stop: number,
): number {
  return riskOfOne(market, entry, stop) - market.slippage * market.tickValue;
}

/** What one contract gains from an entry to its target, which does not slip, in cents. */
export function gainOfOne(
  market: Market,
  entry: { type: EntryType; price: number },
  target: number,
): number {
  const slips = entry.type === 'limit' ? 0 : market.slippage;
  const ticks = Math.abs(ticksBetween(market, entry.price, target)) - slips;
  return ticks * market.tickValue - 2 * market.commission;
}

/** What one contract makes from the entry of what is held, or waits, at its stop or target: a stop slips, commissions are taken, in cents. */
export function resultOfOne(
  market: Market,
  side: Side,
  entry: { price: number; slips: boolean },
  exit: { price: number; slips: boolean },
): number {
  const slips = market.slippage * (Number(entry.slips) + Number(exit.slips));
  const ticks = signOf(side) * ticksBetween(market, entry.price, exit.price) - slips;
  return ticks * market.tickValue - 2 * market.commission;
}

export function sum({ currency }: Market, cents: number): string {
  return money(cents, currency);
}

/** "+$275.02", "−$147.48", "$0" */
export function signedSum(market: Market, cents: number): string {
  return `${cents > 0 ? '+' : ''}${sum(market, cents)}`;
}

/** "+1.8 R", "−1 R" */
export function inR(r: number): string {
  const rounded = Math.round(r * 10) / 10;
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return `${sign}${Math.abs(rounded)} R`;
}

/** "1 tick", "12 ticks" */
export function ticksText(ticks: number): string {
  return `${ticks.toLocaleString('en-US')} ${ticks === 1 ? 'tick' : 'ticks'}`;
}
