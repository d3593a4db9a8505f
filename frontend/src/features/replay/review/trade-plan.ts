// A trade against its plan: had it a stop, did the price stay on its side of it, and how much was at risk. Its result divided by `r` is
// what it risked from its fill; the rules count the slippage of the stop as well, and so does the ticket.
import type { Market } from '../market';
import type { Trade } from '../shapes';

export interface TradePlan {
  hadStop: boolean;
  /** The stop at the fill, in ticks from it; undefined where it is unknown. */
  stopTicks: number | undefined;
  /** Undefined where it is unknown: without a stop, or at a result of nought. */
  kept: boolean | undefined;
  /** As the rules and the ticket count it, from the fill, in cents. */
  risk: number | undefined;
}

const UNKNOWN = { stopTicks: undefined, kept: undefined, risk: undefined };

export function tradePlan(market: Market, { r, result, size, mae }: Trade): TradePlan {
  if (r == null) return { hadStop: false, ...UNKNOWN };
  if (r === 0) return { hadStop: true, ...UNKNOWN };
  const fromFill = Math.round(result / r / size) - 2 * market.commission;
  const stopTicks = Math.round(fromFill / market.tickValue);
  const risk = size * ((stopTicks + market.slippage) * market.tickValue + 2 * market.commission);
  // Where the rules limit the risk, a stop cannot be moved away: a fill beyond it is a gap.
  const kept = market.rules.risk != null || mae <= stopTicks + market.slippage;
  return { hadStop: true, stopTicks, kept, risk };
}
