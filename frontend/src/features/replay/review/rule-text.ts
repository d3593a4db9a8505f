// The rules of a run, and its verdict, in words.
import { sum, type Market } from '../market';
import type { Rules, RunResult } from '../shapes';

export const VERDICTS: Record<RunResult['verdict'], string> = {
  passed: 'Passed: every rule was met',
  failed: 'Failed: a rule was broken',
  short: 'Short of the goal',
};

const TRAILS = {
  never: 'below the starting balance',
  day: 'below the highest balance at a day’s end',
  peak: 'below the highest equity so far',
};

/** Each rule that is set, as a sentence. */
export function ruleSentences(market: Market): string[] {
  const { profitTarget, maxLoss, dailyLoss, bestDay, days, trades, risk }: Rules = market.rules;
  const text = (cents: number) => sum(market, cents);
  const found: string[] = [];
  if (profitTarget != null) found.push(`A closed profit of ${text(profitTarget)} is needed.`);
  if (maxLoss) {
    const lock = maxLoss.lock == null ? '' : `, and rises no higher than ${text(maxLoss.lock)}`;
    found.push(`The floor is ${text(maxLoss.amount)} ${TRAILS[maxLoss.trails]}${lock}.`);
  }
  if (dailyLoss) {
    const then = dailyLoss.then === 'fail' ? 'fails the run' : 'ends the day';
    found.push(`A loss of ${text(dailyLoss.amount)} in a day ${then}.`);
  }
  if (bestDay != null) {
    found.push(`The best day is at most ${Math.round(bestDay * 100)}% of the profit.`);
  }
  if (days != null) found.push(`Trades on ${days === 1 ? '1 day' : `${days} days`} are needed.`);
  if (trades != null) found.push(`At most ${trades === 1 ? '1 trade' : `${trades} trades`} a day.`);
  if (risk != null) found.push(`A trade needs a stop and risks ${text(risk)} at most.`);
  return found;
}
