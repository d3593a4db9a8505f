// The hero's trade figures, all computed from its levels.
import { dollarsPerPoint, heroLevels } from './hero-series';

/** Index points as text: `5,412.25`. Without `Intl`, which the server's renderer does not have. */
export function priceOf(points: number): string {
  return points.toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',');
}

const riskPoints = heroLevels.entry - heroLevels.stop;

export const heroTrade = {
  riskPoints,
  riskDollars: riskPoints * dollarsPerPoint,
  rewardToRisk: (heroLevels.target - heroLevels.entry) / riskPoints,
  /** Contracts at a risk of one per cent of ten thousand dollars. */
  contractsForOnePercent: Math.floor((10_000 * 0.01) / (riskPoints * dollarsPerPoint)),
} as const;
