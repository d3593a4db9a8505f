// The server's price for the chosen plan: requested when the checkout opens, and again with what changes it. Only the
// answer to the latest request is kept.
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Schemas } from '@/lib/api-client';
import { ApiError } from '@/lib/api-error';
import { site } from '@/settings/own-site';

export type Quote = Schemas['Quote'];

/** Input that changes the price; an empty string where it is not given. */
export interface QuoteOptions {
  coupon: string;
  vatNumber: string;
  country: string;
  /** The server says what is wrong with one that is no whole number. */
  quantity: number;
}

export type QuoteResult =
  | { readonly kind: 'quoted'; readonly quote: Quote }
  /** The country is wanted first, and is not chosen yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: string | null; readonly status: number };

export interface PlanQuote {
  /** The latest quote; null before the first answer, and when every request failed. */
  readonly quote: Quote | null;
  /** What the quote was asked for with. */
  readonly quotedFor: QuoteOptions | null;
  /** The first request is not answered yet. */
  readonly loading: boolean;
  /** There is no price yet, because it depends on a country that is not chosen. */
  readonly awaitsCountry: boolean;
  /** Of the latest answer. */
  readonly quantity: number;
  readonly request: (options: QuoteOptions) => Promise<QuoteResult>;
}

interface Latest {
  readonly plan: string;
  readonly options: QuoteOptions | null;
  readonly quote: Quote | null;
  readonly awaitsCountry: boolean;
  /** Shown with the price of the settings, where there is no quote. */
  readonly quantity: number;
}

export const NOTHING_TYPED: QuoteOptions = { coupon: '', vatNumber: '', country: '', quantity: 1 };

/** The options that are filled in, as a request body has them. */
export function filledOptions({ coupon, vatNumber, country, quantity }: QuoteOptions) {
  return {
    quantity,
    ...(coupon !== '' && { coupon }),
    ...(vatNumber !== '' && { vatNumber }),
    ...(country !== '' && { country }),
  };
}

async function requestQuote(plan: string, options: QuoteOptions): Promise<QuoteResult> {
  if (site.checkoutCountry === 'required' && options.country === '') return { kind: 'waiting' };
  try {
    const { fetchQuote } = await import('./api');
    return { kind: 'quoted', quote: await fetchQuote({ plan, ...filledOptions(options) }) };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null;
    if (refusal?.status === 400) return { kind: 'refused', fields: refusal.fields };
    return {
      kind: 'failed',
      message: refusal?.serverMessage ?? null,
      status: refusal?.status ?? 0,
    };
  }
}

/** What is shown after an answer. A refused coupon keeps the price; the price of another country is never kept. */
function after(
  before: Latest | null,
  plan: string,
  options: QuoteOptions,
  result: QuoteResult,
): Latest {
  const awaitsCountry = result.kind === 'waiting';
  const { quantity } = options;
  if (result.kind === 'quoted') {
    return { plan, options, quote: result.quote, awaitsCountry, quantity };
  }
  if (before?.plan === plan && before.options?.country === options.country) return before;
  const shown = result.kind === 'refused' ? (before?.quantity ?? 1) : quantity;
  return { plan, options: null, quote: null, awaitsCountry, quantity: shown };
}

/** `plan` is null while no quote is needed. */
export function usePlanQuote(plan: string | null): PlanQuote {
  const [latest, setLatest] = useState<Latest | null>(null);
  const requestCount = useRef(0);

  const request = useCallback(
    async (options: QuoteOptions): Promise<QuoteResult> => {
      if (plan === null) return { kind: 'failed', message: null, status: 0 };
      requestCount.current += 1;
      const number = requestCount.current;
      const result = await requestQuote(plan, options);
      if (number === requestCount.current) {
        setLatest((before) => after(before, plan, options, result));
      }
      return result;
    },
    [plan],
  );

  useEffect(() => {
    void request(NOTHING_TYPED);
    return () => {
      requestCount.current += 1;
    };
  }, [request]);

  const current = latest !== null && latest.plan === plan ? latest : null;
  return {
    quote: current?.quote ?? null,
    quotedFor: current?.options ?? null,
    loading: plan !== null && current === null,
    awaitsCountry: current?.awaitsCountry ?? false,
    quantity: current?.quantity ?? 1,
    request,
  };
}
