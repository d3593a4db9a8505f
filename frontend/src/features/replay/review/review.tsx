// A run that has ended: the verdict, why, and its disclaimer, the chart with all trades, the rules, each trade, equity, how sure, and the
// teacher's plan. The order is the one in which it teaches.
import { useMemo } from 'react';

import { Chart } from '@/ui/chart/chart';
import { seriesOf } from '@/ui/chart/scale/series';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import { inR, signedSum, type Market } from '../market';
import { readBars } from '../run/bars';
import { tradesOnChart } from '../run/fills';
import type { Run, RunResult } from '../shapes';
import { barAt } from './at-bars';
import { EquityChart } from './equity-chart';
import { VERDICTS } from './rule-text';
import { RulesReview } from './rules-review';
import { SureChart } from './sure-chart';
import { TradesReview } from './trades-review';
import { whyText } from './why';

const COPY = {
  chart: 'Your trades on the chart',
  figures: 'What the trades made',
  expectancy: 'Expectancy',
  wins: 'Share of wins',
  factor: 'Profit factor',
  money: 'Result in money',
  equity: 'Equity, with the floor under it',
  sure: 'How sure you were, and how it ended',
  noSure: 'You did not say how sure you were of a trade.',
  brier: (score: string) =>
    `Brier score ${score}: 0 is always right, 0.25 is what saying 50% each time would score.`,
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
  const drawn = tradesOnChart(market, run, barOf);
  const figures = [
    [COPY.expectancy, result.expectancyR == null ? '–' : inR(result.expectancyR)],
    [COPY.wins, `${result.wins} of ${result.trades}`],
    [COPY.factor, result.profitFactor == null ? '–' : result.profitFactor.toFixed(2)],
    [COPY.money, signedSum(market, result.profit)],
  ] as const;
  return (
    <div className="grid gap-10">
      <div>
        <p className="display text-2xl">{VERDICTS[result.verdict]}</p>
        <p className="mt-2 max-w-prose text-lg figures">{whyText(market, result, series, barOf)}</p>
        <p className="mt-4 max-w-prose text-ink-muted">{result.disclaimer}</p>
      </div>
      <Chart series={series} label={COPY.chart} trades={drawn} />
      <RulesReview market={market} result={result} series={series} barOf={barOf} />
      <div>
        <TradesReview market={market} trades={trades} series={series} barOf={barOf} />
        {trades.length > 0 && (
          <dl aria-label={COPY.figures} className="mt-4 flex flex-wrap gap-x-12 gap-y-3 figures">
            {figures.map(([name, value]) => (
              <div key={name}>
                <dt className="text-xs text-ink-muted">{name}</dt>
                <dd className="text-lg font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="grid gap-10 lg:grid-cols-2">
        <section aria-label={COPY.equity} className="min-w-0">
          <h3 className="mb-2 text-lg font-semibold">{COPY.equity}</h3>
          <EquityChart market={market} curve={result.curve} />
        </section>
        {trades.length > 0 && (
          <section aria-label={COPY.sure} className="min-w-0">
            <h3 className="mb-2 text-lg font-semibold">{COPY.sure}</h3>
            {result.brier == null ? (
              <p className="text-ink-muted">{COPY.noSure}</p>
            ) : (
              <>
                <SureChart trades={trades} />
                <p className="text-sm text-ink-muted figures">
                  {COPY.brier(result.brier.toFixed(2))}
                </p>
              </>
            )}
          </section>
        )}
      </div>
      {result.plan !== '' && (
        <section aria-label={COPY.plan} className="border-t border-line pt-6">
          <h3 className="mb-3 text-lg font-semibold">{COPY.plan}</h3>
          <SafeHtml html={result.plan} language={language} />
        </section>
      )}
    </div>
  );
}
