// The arithmetic of the hero's trade, worked out from its levels and never typed by hand.
import { dollarsPerPoint, heroLevels } from './hero-series';

/** `5,412.25`: index points, to the quarter. */
export function priceOf(points: number): string {
  return points.toLocaleString('en-US', { minimumFractionDigits: 2 });
}

const riskPoints = heroLevels.entry - heroLevels.stop;

export const heroTrade = {
  riskPoints,
  riskDollars: riskPoints * dollarsPerPoint,
  rewardToRisk: (heroLevels.target - heroLevels.entry) / riskPoints,
  /** Contracts when a trade may lose one per cent of ten thousand dollars. */
  contractsForOnePercent: Math.floor((10_000 * 0.01) / (riskPoints * dollarsPerPoint)),
} as const;
