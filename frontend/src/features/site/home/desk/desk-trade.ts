// What the still of the trading desk shows: invented five-minute candles of a micro index future, in quarter-point ticks, and a short trade
// that is open at the last of them. The figures are computed from its levels.
import { dollarsPerPoint, type Candle } from '../hero-series';

// prettier-ignore
export const deskSeries: readonly Candle[] = [
  [5471, 5471.25, 5469.5, 5470.25], [5470.25, 5470.25, 5469.75, 5470], [5470, 5470.25, 5469, 5469.25],
  [5469.25, 5470.25, 5469, 5469.75], [5469.75, 5472.25, 5469.75, 5471.75], [5471.75, 5473.5, 5471.25, 5473.5],
  [5473.5, 5474.75, 5473, 5474.5], [5474.5, 5475.25, 5473.25, 5473.75], [5473.75, 5474, 5472.75, 5472.75],
  [5472.75, 5474.25, 5472.25, 5473.5], [5473.5, 5474.5, 5473.5, 5473.75], [5473.75, 5474.25, 5473.25, 5474.25],
  [5474.25, 5476, 5473.5, 5475.5], [5475.5, 5475.75, 5474.75, 5475.5], [5475.5, 5478.5, 5475, 5477.5],
  [5477.5, 5480.25, 5476.75, 5479.75], [5479.75, 5482, 5479, 5481.75], [5481.75, 5482.5, 5481.5, 5481.75],
  [5481.75, 5482, 5480, 5481.25], [5481.25, 5482, 5480, 5480.25], [5480.25, 5481.75, 5479.5, 5480.75],
  [5480.75, 5481, 5480.5, 5481], [5481, 5481.75, 5480, 5480.5], [5480.5, 5481.25, 5477.75, 5478],
  [5478, 5478, 5476.75, 5477.25], [5477.25, 5477.75, 5477.25, 5477.25], [5477.25, 5478.25, 5477.25, 5477.75],
  [5477.75, 5477.75, 5477.25, 5477.5], [5477.5, 5478, 5476, 5477],
];

/** The first candle after the night. */
export const dayIndex = 12;
/** The candle at whose close the trade was sold. */
export const fillIndex = 22;

export const deskLevels = { stop: 5483.25, entry: 5480.5, last: 5477, target: 5475 } as const;

const CONTRACTS = 3;
/** Dollars that the rules allow to lose in a day. */
const DAY_LIMIT = 500;

const { stop, entry, last, target } = deskLevels;
const dollarsOf = (points: number) => points * dollarsPerPoint * CONTRACTS;

export const deskTrade = {
  contracts: CONTRACTS,
  dayLimit: DAY_LIMIT,
  atStop: dollarsOf(stop - entry),
  atTarget: dollarsOf(entry - target),
  now: dollarsOf(entry - last),
  /** What is left of the day's limit if the stop is reached. */
  leftAtStop: DAY_LIMIT - dollarsOf(stop - entry),
} as const;
