// Why a run has its verdict, in a sentence for each reason.
import { barTime, type Series } from '@/ui/chart/scale/series';

import { sum, type Market } from '../market';
import type { RunResult } from '../shapes';
import { metText, RULE_NAMES } from './met-text';

const COPY = {
  noTrade: 'There was no trade.',
  reached: (rule: string, time: string) =>
    `The ${rule} was reached${time}, and that ended the run.`,
  at: (time: string) => ` in the bar of ${time}`,
  passed: (profit: string, trades: string) => `${profit} in ${trades}, and no rule was broken.`,
  trades: (trades: number) => (trades === 1 ? '1 trade' : `${trades} trades`),
  early: 'The run ended before its goal.',
};

export function whyText(
  market: Market,
  result: RunResult,
  series: Series,
  barOf: (at: number) => number,
): string {
  const { verdict, broken, met, trades, profit } = result;
  // What was broken before it only paused a day.
  const last = broken.at(-1);
  if (verdict === 'failed' && last) {
    const bar = series.bars[barOf(last.at)];
    const time = bar ? COPY.at(barTime(series, bar)) : '';
    return COPY.reached(RULE_NAMES[last.rule].toLowerCase(), time);
  }
  if (verdict === 'passed') return COPY.passed(sum(market, profit), COPY.trades(trades));
  if (trades === 0) return COPY.noTrade;
  // Without a profit there is no best day: that is the profit's own sentence.
  const missing = met
    .filter(({ met: isMet, value }) => !isMet && value != null)
    .map((one) => metText(market, one));
  return missing.length === 0 ? COPY.early : `${missing.join('. ')}.`;
}
