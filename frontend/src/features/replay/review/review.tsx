// A run that has ended: the verdict with its disclaimer, the rules, each trade, how sure, R, equity, how far, and the money
// last. The order is the one in which it teaches.
import { useMemo } from 'react';

import { Chart } from '@/ui/chart/chart';
import type { ChartTrade } from '@/ui/chart/trades';
import { toUnits } from '@/ui/chart/scale/prices';
import { seriesOf } from '@/ui/chart/scale/series';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import { inR, sum, type Market } from '../market';
import { readBars } from '../run/bars';
import type { Run, RunResult } from '../shapes';
import { barAt } from './at-bars';
import { EquityChart } from './equity-chart';
import { ExcursionChart } from './excursion-chart';
import { RChart } from './r-chart';
import { VERDICTS } from './rule-text';
import { RulesReview } from './rules-review';
import { SureChart } from './sure-chart';
import { TradesReview } from './trades-review';

const COPY = {
  chart: 'Your trades on the chart',
  sure: 'How sure you were, and how it ended',
  noSure: 'You did not say how sure you were of a trade.',
  brier: (score: string) =>
    `Brier score ${score}: 0 is always right, 0.25 is what saying 50 % each time would score.`,
  r: 'Each trade in multiples of its risk',
  expectancy: 'Expectancy',
  wins: 'Share of wins',
  factor: 'Profit factor',
  equity: 'Equity, with the floor under it',
  far: 'How far each trade went against you and for you, in ticks',
  money: 'Result in money',
  plan: 'How the teacher would have traded it',
};

interface ReviewProps {
  market: Market;
  run: Run;
  result: RunResult;
  /** Of what the course says. */
  language: string | undefined;
}

export function Review({ market, run, result, language }: ReviewProps) {
  const { grid, zone } = market;
  const { trades } = run;
  const series = useMemo(
    () => seriesOf(readBars(run.bars, grid), grid, zone),
    [run.bars, grid, zone],
  );
  const barOf = barAt(result, series.bars.length);
  const drawn: ChartTrade[] = trades.map((trade, index) => ({
    label: String(index + 1),
    side: trade.side,
    gain: trade.result > 0,
    entry: { index: barOf(trade.entryAt), price: toUnits(trade.entryPrice, grid.decimals) },
    exit: { index: barOf(trade.exitAt), price: toUnits(trade.exitPrice, grid.decimals) },
  }));
  const figures = [
    [COPY.expectancy, result.expectancyR == null ? '–' : inR(result.expectancyR)],
    [COPY.wins, result.trades === 0 ? '–' : `${result.wins} of ${result.trades}`],
    [COPY.factor, result.profitFactor == null ? '–' : result.profitFactor.toFixed(2)],
  ] as const;
  return (
    <div className="grid gap-10">
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] lg:gap-10">
        <p className="text-xl font-semibold">{VERDICTS[result.verdict]}</p>
        <p className="text-xs text-ink-muted">{result.disclaimer}</p>
      </div>
      <RulesReview market={market} result={result} series={series} barOf={barOf} />
      <Chart series={series} label={COPY.chart} trades={drawn} />
      <TradesReview market={market} trades={trades} />
      {trades.length > 0 && (
        <div className="grid gap-10 lg:grid-cols-2">
          <section aria-label={COPY.sure} className="min-w-0">
            <h4 className="text-lg font-semibold">{COPY.sure}</h4>
            {result.brier == null ? (
              <p className="mt-2 text-ink-muted">{COPY.noSure}</p>
            ) : (
              <>
                <SureChart trades={trades} />
                <p className="text-sm text-ink-muted figures">
                  {COPY.brier(result.brier.toFixed(2))}
                </p>
              </>
            )}
          </section>
          <section aria-label={COPY.r} className="min-w-0">
            <h4 className="text-lg font-semibold">{COPY.r}</h4>
            <RChart trades={trades} />
            <dl className="mt-2 flex flex-wrap gap-x-10 gap-y-2 figures">
              {figures.map(([name, value]) => (
                <div key={name}>
                  <dt className="text-xs text-ink-muted">{name}</dt>
                  <dd className="text-lg font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      )}
      <div className="grid gap-10 lg:grid-cols-2">
        <section aria-label={COPY.equity} className="min-w-0">
          <h4 className="text-lg font-semibold">{COPY.equity}</h4>
          <EquityChart market={market} curve={result.curve} />
        </section>
        {trades.length > 0 && (
          <section aria-label={COPY.far} className="min-w-0">
            <h4 className="mb-2 text-lg font-semibold">{COPY.far}</h4>
            <ExcursionChart trades={trades} />
          </section>
        )}
      </div>
      <p className="text-sm text-ink-muted figures">
        {`${COPY.money}: ${sum(market, result.profit)}`}
      </p>
      {result.plan !== '' && (
        <section aria-label={COPY.plan} className="border-t border-line pt-6">
          <h4 className="mb-3 text-lg font-semibold">{COPY.plan}</h4>
          <SafeHtml html={result.plan} language={language} />
        </section>
      )}
    </div>
  );
}
