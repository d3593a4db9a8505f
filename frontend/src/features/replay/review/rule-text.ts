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

type Met = RunResult['met'][number];

/** What a run has of a rule, as a sentence without its stop. */
export function metText(market: Market, { rule, value, limit }: Met): string {
  const of = sum(market, limit);
  const reached = sum(market, value ?? 0);
  const count = (value ?? 0).toLocaleString('en-US');
  switch (rule) {
    case 'max_loss':
    case 'daily_loss': {
      const name = RULE_NAMES[rule].toLowerCase();
      if (value == null) return `The ${name} of ${of} was not touched`;
      return value > 0
        ? `Never closer than ${reached} to the ${name} of ${of}`
        : `The ${name} of ${of} was reached`;
    }
    case 'profit_target':
      return `${reached} of ${of} profit`;
    case 'best_day':
      return value == null
        ? `There was no profit of which the best day may make ${percent(limit)}`
        : `The best day made ${percent(value)} of the profit; ${percent(limit)} is allowed`;
    case 'days':
      return `${count} of ${limit === 1 ? '1 day' : `${limit} days`} traded`;
    case 'trades':
      return `At most ${value === 1 ? '1 trade' : `${count} trades`} in a day; ${limit} allowed`;
    case 'risk':
      return value == null || value === 0
        ? `No trade risked more than ${of}`
        : `The largest risk of a trade was ${reached}; ${of} allowed`;
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
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
