// Before a run: what it asks, what is traded, and the rules with their source.
import { formatPrice } from '@/ui/chart/scale/prices';
import type { Elements } from '@/ui/elements';
import { ExternalLink } from '@/ui/external-link';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import { sum, ticksText, type Market } from '../market';
import { ruleSentences } from '../review/rule-text';
import type { LessonReplay } from '../shapes';

const COPY = {
  account: 'Account',
  instrument: 'Instrument',
  tick: 'A tick',
  costs: 'Costs',
  worth: (tick: string, value: string) => `${tick}, ${value} a contract`,
  commission: (value: string) => `${value} a contract and side`,
  slippage: (ticks: string) => `${ticks} slippage`,
  most: (most: number) => `at most ${most === 1 ? '1 contract' : `${most} contracts`} at once`,
  rules: 'Rules',
  source: 'Rules read on',
  decides: 'the firm’s page decides',
  free: 'no costs',
};

interface BriefProps {
  market: Market;
  replay: LessonReplay;
  language: string | undefined;
  /** Under what it asks. */
  children: Elements;
}

export function Brief({ market, replay, language, children }: BriefProps) {
  const { instrument, account } = replay;
  const { source, readOn } = market.rules;
  const rules = ruleSentences(market);
  const costs = [
    market.commission > 0 ? COPY.commission(sum(market, market.commission)) : undefined,
    market.slippage > 0 ? COPY.slippage(ticksText(market.slippage)) : undefined,
  ].filter((cost) => cost !== undefined);
  const facts = [
    [COPY.instrument, `${instrument.name}, ${COPY.most(instrument.most)}`],
    [COPY.account, sum(market, account.balance)],
    [
      COPY.tick,
      COPY.worth(formatPrice(market.grid.tick, market.grid), sum(market, market.tickValue)),
    ],
    [COPY.costs, costs.length === 0 ? COPY.free : costs.join(', ')],
  ] as const;
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div>
        <SafeHtml html={replay.prompt} language={language} />
        {children}
      </div>
      <div className="grid content-start gap-5 text-sm figures">
        <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {rules.length > 0 && (
          <div>
            <h3 className="font-semibold">{COPY.rules}</h3>
            <ul className="mt-1 list-disc pl-5">
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
            {source != null && readOn != null && (
              <p className="mt-2 text-xs text-ink-muted">
                <ExternalLink href={source}>{`${COPY.source} ${readOn}`}</ExternalLink>;{' '}
                {COPY.decides}.
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
