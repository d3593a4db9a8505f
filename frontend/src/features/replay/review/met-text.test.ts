import { describe, expect, it } from 'vitest';

import { barOf, seriesOf } from '@/ui/chart/scale/series';
import { openRun, result } from '@/test/replay/run-server';
import { REPLAY } from '@/test/replay/lesson';

import { marketOf } from '../market';
import type { RunResult, Trade } from '../shapes';
import { metText } from './met-text';
import { tradePlan } from './trade-plan';
import { whyText } from './why';

const market = marketOf({ ...REPLAY, timezone: 'UTC' });
const text = (rule: RunResult['met'][number]['rule'], value: number | null, limit: number) =>
  metText(market, { rule, met: true, value, limit });

describe('a rule in the review', () => {
  it.each([
    [text('max_loss', 69_600, 200_000), 'Never closer than $696 to the loss limit of $2,000'],
    [text('daily_loss', 0, 100_000), 'The daily loss limit of $1,000 was reached'],
    [text('profit_target', -14_748, 150_000), '−$147.48 of $1,500 profit'],
    [text('best_day', 0.62, 0.5), 'The best day made 62% of the profit; 50% is allowed'],
    [text('best_day', null, 0.5), 'There was no profit of which the best day may make 50%'],
    [text('days', 1, 3), '1 of 3 days traded'],
    [text('trades', 1, 6), 'At most 1 trade in a day; 6 allowed'],
    [text('risk', 14_748, 20_000), 'The largest risk of a trade was $147.48; $200 allowed'],
  ])('is a sentence: %s', (sentence, expected) => expect(sentence).toBe(expected));
});

describe('why a run has its verdict', () => {
  const bar = barOf('2026-03-02T14:35:00Z', [5400, 5401, 5399, 5400], market.grid);
  const why = (change: Partial<RunResult>) =>
    whyText(market, result(openRun(), change), seriesOf([bar], market.grid, market.zone), () => 0);

  it('names the rule that ended it, not one that paused a day', () => {
    const broken = { at: 30, price: 5400, equity: 4_900_000, limit: 4_900_000 };
    expect(
      why({
        verdict: 'failed',
        broken: [
          { ...broken, rule: 'daily_loss' },
          { ...broken, rule: 'max_loss' },
        ],
      }),
    ).toBe('The loss limit was reached in the bar of 14:35, and that ended the run.');
  });

  it('names what is missing, what was made, or that nothing was traded', () => {
    expect(why({ trades: 2 })).toBe('0 of 3 days traded.');
    const met = (rule: RunResult['met'][number]['rule'], value: number, limit: number) => ({
      rule,
      met: false,
      value,
      limit,
    });
    expect(why({ trades: 1, met: [met('best_day', 1, 0.5), met('days', 1, 3)] })).toBe(
      'The best day made 100% of the profit; 50% is allowed. 1 of 3 days traded.',
    );
    expect(why({ verdict: 'passed', trades: 2, profit: 162_000 })).toBe(
      '$1,620 in 2 trades, and no rule was broken.',
    );
    expect(why({})).toBe('There was no trade.');
    expect(why({ trades: 1, met: [] })).toBe('The run ended before its goal.');
  });
});

it('a trade risked what its ticket said, the slippage of the stop included', () => {
  // From 5,404.75 to 5,402.50 are 9 ticks: $12.49 with both commissions, and $1.25 of slippage.
  const trade: Trade = {
    side: 'long',
    size: 5,
    entryAt: 19,
    entryPrice: 5404.75,
    exitAt: 30,
    exitPrice: 5402.25,
    exit: 'stop',
    result: -6_870,
    r: -6_870 / 6_245,
    mae: 10,
    mfe: 0,
    eitherWay: false,
  };
  expect(tradePlan(market, trade)).toEqual({
    hadStop: true,
    stopTicks: 9,
    kept: true,
    risk: 6_870,
  });
});
