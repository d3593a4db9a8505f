// The rules of a run: first what was broken, with the bar and the price, then what the run has of each, as a sentence.
import { Check, X } from 'lucide-react';

import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import { barTime, type Series } from '@/ui/chart/scale/series';

import { sum, type Market } from '../market';
import type { RunResult } from '../shapes';
import { metText, RULE_NAMES } from './met-text';

interface RulesReviewProps {
  market: Market;
  result: RunResult;
  series: Series;
  barOf: (at: number) => number;
}

const COPY = {
  title: 'The rules',
  none: 'No rule was broken.',
  noRules: 'This run had no rules.',
  at: (time: string, price: string) => `in the bar of ${time}${price}`,
  price: (price: string) => `, at ${price}`,
  touched: (equity: string, limit: string) => `Equity came to ${equity}; the floor was ${limit}.`,
  met: 'met',
  notMet: 'not met',
};

export function RulesReview({ market, result, series, barOf }: RulesReviewProps) {
  const { broken, met } = result;
  const priceOf = (price: number) => formatPrice(toUnits(price, market.grid.decimals), market.grid);
  return (
    <section aria-label={COPY.title}>
      <h3 className="text-lg font-semibold">{COPY.title}</h3>
      {broken.map(({ rule, at, price, equity, limit }) => {
        const bar = series.bars[barOf(at)];
        const place = price == null ? '' : COPY.price(priceOf(price));
        const when = bar ? COPY.at(barTime(series, bar), place) : '';
        return (
          <p key={`${rule} ${at}`} className="mt-3 border-l-2 border-danger pl-3 figures">
            <strong>{RULE_NAMES[rule]}</strong>{' '}
            <span>{`${when}. ${COPY.touched(sum(market, equity), sum(market, limit))}`}</span>
          </p>
        );
      })}
      {broken.length === 0 && (
        <p className="mt-2 text-ink-muted">{met.length === 0 ? COPY.noRules : COPY.none}</p>
      )}
      <ul className="mt-3 grid gap-x-10 border-t border-line figures empty:hidden lg:grid-cols-2">
        {met.map((one) => {
          const Icon = one.met ? Check : X;
          return (
            <li key={one.rule} className="flex gap-3 border-b border-line py-2">
              <Icon
                aria-label={one.met ? COPY.met : COPY.notMet}
                size={18}
                strokeWidth={3}
                className={`mt-1 shrink-0 ${one.met ? 'text-accent' : 'text-danger'}`}
              />
              <span>{`${metText(market, one)}.`}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
