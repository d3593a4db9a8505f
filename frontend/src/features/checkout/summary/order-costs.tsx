// The cost of an order, line by line. Until the server's quote arrives, the price of the settings is shown; the
// total is hidden meanwhile, because the server may compute another one.
import { classNames } from '@/lib/class-names';
import { money } from '@/lib/format/money';
import { price as priceOf } from '@/settings/plans';
import type { PlanSettings } from '@/settings/site-settings';

import type { Quote } from '../quote';

interface OrderCostsProps {
  plan: PlanSettings;
  /** The plan is known; false before the script has read the address. */
  known: boolean;
  /** null: the price of the settings counts. */
  quote: Quote | null;
  /** The first quote is loading. */
  loading: boolean;
  /** The tax, and perhaps the total, depends on a country that is not chosen yet. */
  awaitsCountry: boolean;
  /** How many the price of the settings is shown for. */
  quantity: number;
}

const COPY = {
  awaitsCountry: 'Choose your country: its VAT is worked out then.',
  untaxed: 'Without VAT.',
};

const several = (quantity: number, name: string) => (quantity > 1 ? `${quantity} × ${name}` : name);

const row = 'flex justify-between gap-4 border-t border-line py-3';

function taxNote(quote: Quote): string {
  const { tax, taxPercent, taxIncluded, reverseCharge, currency, country } = quote;
  if (reverseCharge) return 'Without VAT: you account for it yourself (reverse charge).';
  if (taxPercent === 0 && country) return COPY.untaxed;
  if (tax === 0) return '';
  return taxIncluded ? `Includes ${money(tax, currency)} VAT (${taxPercent}%).` : '';
}

export function OrderCosts({
  plan,
  known,
  quote,
  loading,
  awaitsCountry,
  quantity,
}: OrderCostsProps) {
  const note = awaitsCountry ? COPY.awaitsCountry : '';
  const hiddenUntilKnown = classNames(!known && 'awaits-script');
  const price =
    quote === null ? priceOf(plan.price * quantity) : money(quote.price, quote.currency);
  const total =
    quote === null ? priceOf(plan.price * quantity) : money(quote.total, quote.currency);
  return (
    <dl className="mt-6 text-sm">
      <div className="flex items-baseline justify-between gap-4">
        <dt className={classNames('text-lg font-semibold', hiddenUntilKnown)}>
          {several(quote?.quantity ?? quantity, plan.name)}
        </dt>
        <dd translate="no" className={classNames('text-lg', hiddenUntilKnown)}>
          {price}
        </dd>
      </div>
      <div className="mt-1 text-ink-muted">
        <dt className="sr-only">Description</dt>
        <dd className={hiddenUntilKnown}>{plan.description}</dd>
      </div>
      <div className={`mt-6 ${row}`}>
        <dt className="text-ink-muted">Duration</dt>
        <dd className={hiddenUntilKnown}>{plan.duration}</dd>
      </div>
      {quote !== null && quote.discount > 0 && (
        <div className={row}>
          <dt translate="no" className="text-ink-muted">{`Coupon ${quote.coupon}`}</dt>
          <dd translate="no" className="text-accent">
            {money(-quote.discount, quote.currency)}
          </dd>
        </div>
      )}
      {quote !== null && !quote.taxIncluded && quote.tax > 0 && (
        <div className={row}>
          <dt className="text-ink-muted">{`VAT ${quote.taxPercent}%`}</dt>
          <dd translate="no">{money(quote.tax, quote.currency)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
        <dt className="text-base">Total</dt>
        <dd
          translate="no"
          className={classNames(
            'display text-2xl',
            hiddenUntilKnown,
            loading && quote === null && 'awaits-script',
          )}
        >
          {total}
        </dd>
      </div>
      {/* Keeps its height while empty, so that the layout does not shift. */}
      <div className="mt-1 min-h-5 text-xs text-ink-muted">
        <dt className="sr-only">VAT</dt>
        <dd>{quote === null ? note : taxNote(quote)}</dd>
      </div>
    </dl>
  );
}
