// The rules first: the broken ones, with the bar and the price, then what the run has of each.
import { Check, X } from 'lucide-react';

import { formatPrice, toUnits } from '@/ui/chart/scale/prices';
import { barTime, type Series } from '@/ui/chart/scale/series';

import { sum, type Market } from '../market';
import type { RunResult } from '../shapes';
import { MET_WORDS, RULE_NAMES, ruleValue } from './rule-text';

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
  touched: (equity: string, limit: string) => `Equity came to ${equity}; the limit was ${limit}.`,
  met: 'met',
  notMet: 'not met',
};

export function RulesReview({ market, result, series, barOf }: RulesReviewProps) {
  const { broken, met } = result;
  const priceOf = (price: number) => formatPrice(toUnits(price, market.grid.decimals), market.grid);
  return (
    <section aria-label={COPY.title}>
      <h4 className="text-lg font-semibold">{COPY.title}</h4>
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
      <ul className="mt-3 divide-y divide-line border-y border-line text-sm figures empty:hidden">
        {met.map(({ rule, met: isMet, value, limit }) => {
          const Icon = isMet ? Check : X;
          const [valueWord, limitWord] = MET_WORDS[rule];
          return (
            <li
              key={rule}
              className="grid grid-cols-[1.25rem_1fr] gap-x-3 py-2 sm:grid-cols-[1.25rem_12rem_1fr]"
            >
              <Icon
                aria-label={isMet ? COPY.met : COPY.notMet}
                size={18}
                strokeWidth={3}
                className={isMet ? 'mt-0.5 text-accent' : 'mt-0.5 text-danger'}
              />
              <span className="font-semibold">{RULE_NAMES[rule]}</span>
              <span className="text-ink-muted max-sm:col-start-2">
                {`${value == null ? '–' : `${valueWord} ${ruleValue(market, rule, value)}`}, ${limitWord} ${ruleValue(market, rule, limit)}`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
