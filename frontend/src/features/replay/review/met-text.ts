// What a run has of each rule, in words.
import { sum, type Market } from '../market';
import type { RuleName, RunResult } from '../shapes';

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
  return `${Math.round(share * 100)}%`;
}
