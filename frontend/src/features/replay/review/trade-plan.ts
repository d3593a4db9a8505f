// A trade against its plan: had it a stop, did the price stay on its side of it, and how much was at risk. Its result
// divided by `r` is that risk.
import type { Market } from '../market';
import type { Trade } from '../shapes';

export interface TradePlan {
  hadStop: boolean;
  /** The stop at the fill, in ticks from it; undefined where it is unknown. */
  stopTicks: number | undefined;
  /** Undefined where it is unknown: without a stop, or at a result of nought. */
  kept: boolean | undefined;
  /** From the fill to the stop at the fill, in cents, both commissions included. */
  risk: number | undefined;
}

const UNKNOWN = { stopTicks: undefined, kept: undefined, risk: undefined };

export function tradePlan(market: Market, { r, result, size, mae }: Trade): TradePlan {
  if (r == null) return { hadStop: false, ...UNKNOWN };
  if (r === 0) return { hadStop: true, ...UNKNOWN };
  const risk = Math.round(result / r);
  const stopTicks = Math.round((risk / size - 2 * market.commission) / market.tickValue);
  // Where the rules limit the risk, a stop cannot be moved away: a fill beyond it is a gap.
  const kept = market.rules.risk != null || mae <= stopTicks + market.slippage;
  return { hadStop: true, stopTicks, kept, risk };
}
