// The quote for what the form holds now: requested as its fields change, and once more before an order where they changed since.
import { useEffect, useRef, useState } from 'react';

import { money } from '@/lib/format/money';
import type { Form } from '@/ui/form/use-form';

import { NOTHING_TYPED, type PlanQuote, type Quote, type QuoteOptions } from '../quote';
import { isQuantity, type HostedCheckout, type HostedCheckoutFields } from '../schemas';

const PRESSES_MS = 400;

const COPY = {
  total: (total: string) => `The total is ${total}.`,
  changed: (now: string, before: string) => `The total is now ${now}. It was ${before}.`,
  notAsked: 'The price could not be asked for. Try again in a moment.',
  notSold: 'Nothing can be sold to this country at this moment. Nothing was charged.',
};

/** What is said of a new price; the coupon's field says itself what the coupon does. */
function priceChange(before: Quote | null, { total, currency, coupon }: Quote): string {
  if (before === null) return COPY.total(money(total, currency));
  if (total === before.total || coupon !== before.coupon) return '';
  return COPY.changed(money(total, currency), money(before.total, before.currency));
}

const isSame = (a: QuoteOptions, b: QuoteOptions) =>
  a.coupon === b.coupon &&
  a.vatNumber === b.vatNumber &&
  a.country === b.country &&
  a.quantity === b.quantity;

export function useFormQuote(form: Form<HostedCheckoutFields, HostedCheckout>, plan: PlanQuote) {
  const { getValues, setError, clearErrors, showFieldErrors } = form;
  const [change, setChange] = useState('');
  const requested = useRef(NOTHING_TYPED);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const typed = (): QuoteOptions => {
    const { coupon, vatNumber, country, quantity } = getValues();
    return {
      coupon: coupon.trim(),
      vatNumber: vatNumber.trim(),
      country,
      quantity: Number(quantity),
    };
  };

  /** The field with which no price was given yet; the settings have that of one without a country. */
  const unpriced = ({ country, quantity }: QuoteOptions): 'country' | 'quantity' | null => {
    const priced = plan.quotedFor ?? NOTHING_TYPED;
    if (country !== priced.country) return 'country';
    return quantity === priced.quantity ? null : 'quantity';
  };

  /** A refusal is shown at its field. Nothing is shown of an answer after a newer request. */
  const request = async (shouldFocus = false) => {
    const options = typed();
    requested.current = options;
    clearErrors(['coupon', 'vatNumber', 'country', 'quantity']);
    const result = await plan.request(options);
    if (requested.current !== options) return result;
    if (result.kind === 'refused') showFieldErrors(result.fields, { shouldFocus });
    const field = unpriced(options);
    if (result.kind === 'failed' && field !== null) {
      const isNotSold = field === 'country' && result.status === 503;
      setError(field, { message: isNotSold ? COPY.notSold : COPY.notAsked }, { shouldFocus });
    }
    if (result.kind === 'quoted') setChange(priceChange(plan.quote, result.quote));
    return result;
  };

  const requestIfChanged = () => {
    if (!isSame(typed(), requested.current)) void request();
  };

  /** Several presses in a row ask once. */
  const requestSoon = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(requestIfChanged, PRESSES_MS);
  };

  const quantityChanged = () => {
    window.clearTimeout(timer.current);
    if (isQuantity(getValues('quantity'))) requestSoon();
  };

  /** Letters that find a country in the list choose another one with each press. */
  const countryChanged = () => {
    window.clearTimeout(timer.current);
    if (getValues('country') === '') void request();
    else requestSoon();
  };

  /** Whether an order may be sent: its price is known, and not above the one that the page showed when the button was pressed. */
  const isSettled = async (): Promise<boolean> => {
    const options = typed();
    if (plan.quotedFor !== null && isSame(options, plan.quotedFor)) return true;
    const result = await request(true);
    switch (result.kind) {
      case 'quoted':
        return result.quote.total <= (plan.quote ?? result.quote).total;
      case 'refused':
        return !Object.keys(result.fields).some((name) => name in getValues());
      case 'failed':
        return unpriced(options) === null;
      case 'waiting':
        return false;
    }
  };

  return { change, request, requestIfChanged, countryChanged, quantityChanged, isSettled };
}
