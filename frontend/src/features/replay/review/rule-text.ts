// The rules of a run in words, and what a result has of each.
import { sum, type Market } from '../market';
import type { RuleName, Rules, RunResult } from '../shapes';

export const VERDICTS: Record<RunResult['verdict'], string> = {
  passed: 'Passed: every rule was met',
  failed: 'Failed: a rule was broken',
  short: 'Short of the goal',
};

export const RULE_NAMES: Record<RuleName, string> = {
  max_loss: 'Loss limit',
  daily_loss: 'Daily loss limit',
  profit_target: 'Profit target',
  best_day: 'Best day',
  days: 'Days traded',
  trades: 'Trades a day',
  risk: 'Risk of a trade',
};

/** What a result says of a rule: distances of the loss limits, else what was reached. */
export const MET_WORDS: Record<RuleName, [value: string, limit: string]> = {
  max_loss: ['closest', 'of'],
  daily_loss: ['closest', 'of'],
  profit_target: ['reached', 'of'],
  best_day: ['share of the profit', 'at most'],
  days: ['days', 'of'],
  trades: ['most in a day', 'allowed'],
  risk: ['largest', 'allowed'],
};

const COUNTS: readonly RuleName[] = ['days', 'trades'];

export function ruleValue(market: Market, rule: RuleName, value: number): string {
  if (rule === 'best_day') return `${Math.round(value * 100)} %`;
  return COUNTS.includes(rule) ? value.toLocaleString('en-US') : sum(market, value);
}

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
    found.push(`The best day is at most ${Math.round(bestDay * 100)} % of the profit.`);
  }
  if (days != null) found.push(`Trades on ${days === 1 ? '1 day' : `${days} days`} are needed.`);
  if (trades != null) found.push(`At most ${trades === 1 ? '1 trade' : `${trades} trades`} a day.`);
  if (risk != null) found.push(`A trade needs a stop and risks ${text(risk)} at most.`);
  return found;
}
