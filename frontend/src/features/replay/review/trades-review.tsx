// Each trade against the plan: had it a stop, was it kept, how much was at risk.
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';

import { sum, ticksText, type Market } from '../market';
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
  stop: 'Stop',
  risk: 'At risk',
  noStop: 'no stop',
  kept: (ticks: number) => `${ticksText(ticks)}, kept`,
  beyond: (stop: number, mae: number) => `${ticksText(stop)}, but went ${mae} against`,
  had: 'had a stop',
  of: (risk: string, most: string) => `${risk} of ${most}`,
  eitherWay: 'stop and target in one bar: counted as the stop',
};

export function TradesReview({ market, trades }: { market: Market; trades: readonly Trade[] }) {
  const { grid, rules } = market;
  const price = (value: number) => formatPrice(toUnits(value, grid.decimals), grid);
  return (
    <section aria-label={COPY.title}>
      <h4 className="text-lg font-semibold">{COPY.title}</h4>
      {trades.length === 0 ? (
        <p className="mt-2 text-ink-muted">{COPY.none}</p>
      ) : (
        <ol className="mt-2 divide-y divide-line border-y border-line text-sm figures">
          {trades.map((trade, index) => {
            const { hadStop, stopTicks, kept, risk } = tradePlan(market, trade);
            const stop = !hadStop
              ? COPY.noStop
              : stopTicks === undefined
                ? COPY.had
                : kept
                  ? COPY.kept(stopTicks)
                  : COPY.beyond(stopTicks, trade.mae);
            return (
              <li
                key={index}
                className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,2fr)_minmax(0,1.3fr)_minmax(0,1.3fr)]"
              >
                <span className="font-semibold">
                  {`${index + 1} ${SIDES[trade.side]} ${trade.size}`}
                </span>
                <span>
                  <span translate="no">{`${price(trade.entryPrice)} → ${price(trade.exitPrice)} `}</span>
                  <span className="text-ink-muted">
                    {`${EXITS[trade.exit]}${trade.eitherWay ? `; ${COPY.eitherWay}` : ''}`}
                  </span>
                </span>
                <span className={hadStop && kept !== false ? '' : 'font-semibold text-danger'}>
                  {`${COPY.stop}: ${stop}`}
                </span>
                <span>
                  {`${COPY.risk}: ${
                    risk === undefined
                      ? '–'
                      : rules.risk == null
                        ? sum(market, risk)
                        : COPY.of(sum(market, risk), sum(market, rules.risk))
                  }`}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
