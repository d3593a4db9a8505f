// Each trade against the plan: when, what, from where to where, had it a stop and was it kept, how much was at risk, how far it went, and
// what it made. A table; on a phone each trade is a block of its own.
import type { ReactNode } from 'react';

import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import { barTime, type Series } from '@/ui/chart/scale/series';

import { inR, signedSum, sum, ticksText, type Market } from '../market';
import type { Trade } from '../shapes';
import { tradePlan } from './trade-plan';

const SIDES = { long: 'Long', short: 'Short' };
const EXITS: Record<Trade['exit'], string> = {
  stop: 'stopped out',
  target: 'at the target',
  closed: 'closed by you',
  end: 'at the end of trading',
  rule: 'by a rule',
};
const COPY = {
  title: 'Each trade against the plan',
  none: 'There was no trade.',
  trade: 'Trade',
  time: 'Time',
  entry: 'Entry',
  exit: 'Exit',
  stop: 'Stop',
  risk: 'Risk',
  far: 'Against, for',
  r: 'R',
  result: 'Result',
  noStop: 'no stop',
  kept: (ticks: number) => `${ticksText(ticks)}, kept`,
  beyond: (stop: number, mae: number) => `${ticksText(stop)}, but went ${mae} against`,
  had: 'had a stop',
  reached: (mae: number, mfe: number) => `${mae}, ${ticksText(mfe)}`,
  eitherWay: 'stop and target in one bar: counted as the stop',
};

interface TradesReviewProps {
  market: Market;
  trades: readonly Trade[];
  series: Series;
  barOf: (at: number) => number;
}

export function TradesReview({ market, trades, series, barOf }: TradesReviewProps) {
  return (
    <section aria-label={COPY.title}>
      <h3 className="text-lg font-semibold">{COPY.title}</h3>
      {trades.length === 0 ? (
        <p className="mt-2 text-ink-muted">{COPY.none}</p>
      ) : (
        <table className="mt-3 w-full border-t border-line text-left text-sm figures max-lg:block">
          <thead className="text-xs text-ink-muted max-lg:sr-only">
            <tr>
              {[COPY.trade, COPY.time, COPY.entry, COPY.exit, COPY.stop, COPY.risk, COPY.far].map(
                (name) => (
                  <th key={name} scope="col" className="py-2 pr-4 font-normal">
                    {name}
                  </th>
                ),
              )}
              <th scope="col" className="py-2 pr-4 text-right font-normal">
                {COPY.r}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {COPY.result}
              </th>
            </tr>
          </thead>
          <tbody className="max-lg:block">
            {trades.map((trade, index) => (
              <TradeRow
                key={index}
                number={index + 1}
                trade={trade}
                market={market}
                timeOf={(at) => {
                  const bar = series.bars[barOf(at)];
                  return bar ? barTime(series, bar) : '';
                }}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface TradeRowProps {
  number: number;
  trade: Trade;
  market: Market;
  timeOf: (at: number) => string;
}

function TradeRow({ number, trade, market, timeOf }: TradeRowProps) {
  const { grid } = market;
  const price = (value: number) => formatPrice(toUnits(value, grid.decimals), grid);
  const { hadStop, stopTicks, kept, risk } = tradePlan(market, trade);
  const stop = !hadStop
    ? COPY.noStop
    : stopTicks === undefined
      ? COPY.had
      : kept
        ? COPY.kept(stopTicks)
        : COPY.beyond(stopTicks, trade.mae);
  const [from, to] = [timeOf(trade.entryAt), timeOf(trade.exitAt)];
  return (
    <tr className="border-b border-line align-top max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-6 max-lg:gap-y-1 max-lg:py-3 sm:max-lg:grid-cols-4">
      <th
        scope="row"
        className="py-2 pr-4 font-semibold whitespace-nowrap max-lg:col-span-full max-lg:py-0"
      >
        {`${number} ${SIDES[trade.side]} ${trade.size}`}
      </th>
      <Cell name={COPY.time}>{fromTo(from, to)}</Cell>
      <Cell name={COPY.entry}>{price(trade.entryPrice)}</Cell>
      <Cell name={COPY.exit}>
        <span>{price(trade.exitPrice)}</span>
        <span className="block text-ink-muted">
          {`${EXITS[trade.exit]}${trade.eitherWay ? `; ${COPY.eitherWay}` : ''}`}
        </span>
      </Cell>
      <Cell name={COPY.stop} wrong={!hadStop || kept === false}>
        {stop}
      </Cell>
      <Cell name={COPY.risk}>{risk === undefined ? '–' : sum(market, risk)}</Cell>
      <Cell name={COPY.far}>{COPY.reached(trade.mae, trade.mfe)}</Cell>
      <Cell name={COPY.r} last>
        {trade.r == null ? '–' : inR(trade.r)}
      </Cell>
      <Cell name={COPY.result} last>
        <strong>{signedSum(market, trade.result)}</strong>
      </Cell>
    </tr>
  );
}

interface CellProps {
  name: string;
  wrong?: boolean;
  /** Its figures stand under each other. */
  last?: boolean;
  children: ReactNode;
}

/** On a phone the cell says what it is. */
function Cell({ name, wrong = false, last = false, children }: CellProps) {
  return (
    <td
      className={`py-2 pr-4 last:pr-0 max-lg:py-0 ${wrong ? 'font-semibold text-danger' : ''} ${last ? 'whitespace-nowrap lg:text-right' : ''}`}
    >
      <span aria-hidden className="block text-xs font-normal text-ink-muted lg:hidden">
        {name}
      </span>
      <span>{children}</span>
    </td>
  );
}

/** "2 Mar 09:45 – 10:15": a date that is the same is said once. */
function fromTo(from: string, to: string): string {
  if (from === to) return from;
  const date = from.slice(0, from.lastIndexOf(' ') + 1);
  return `${from} – ${to.startsWith(date) ? to.slice(date.length) : to}`;
}
