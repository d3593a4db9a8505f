// The server's price for the chosen plan: requested when the checkout opens, and again with a coupon or a VAT
// number. Only the answer to the latest request is kept.
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Schemas } from '@/lib/api-client';
import { ApiError } from '@/lib/api-error';

export type Quote = Schemas['Quote'];

/** Optional input that changes the price; an empty string where it is not given. */
export interface QuoteOptions {
  coupon: string;
  vatNumber: string;
}

export type QuoteResult =
  | { readonly kind: 'quoted'; readonly quote: Quote }
  | { readonly kind: 'refused'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: string | null };

export interface PlanQuote {
  /** The latest quote; null before the first answer, and when every request failed. */
  readonly quote: Quote | null;
  /** The first request is not answered yet. */
  readonly loading: boolean;
  readonly request: (options: QuoteOptions) => Promise<QuoteResult>;
}

/** The options that are filled in, as a request body has them. */
export function filledOptions({ coupon, vatNumber }: QuoteOptions) {
  return { ...(coupon !== '' && { coupon }), ...(vatNumber !== '' && { vatNumber }) };
}

async function requestQuote(plan: string, options: QuoteOptions): Promise<QuoteResult> {
  try {
    const { fetchQuote } = await import('./api');
    return { kind: 'quoted', quote: await fetchQuote({ plan, ...filledOptions(options) }) };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null;
    if (refusal?.status === 400) return { kind: 'refused', fields: refusal.fields };
    return { kind: 'failed', message: refusal?.serverMessage ?? null };
  }
}

/** `plan` is null while no quote is needed. */
export function usePlanQuote(plan: string | null): PlanQuote {
  const [latest, setLatest] = useState<{ plan: string; quote: Quote | null } | null>(null);
  const requestCount = useRef(0);

  const request = useCallback(
    async (options: QuoteOptions): Promise<QuoteResult> => {
      if (plan === null) return { kind: 'failed', message: null };
      requestCount.current += 1;
      const number = requestCount.current;
      const result = await requestQuote(plan, options);
      if (number === requestCount.current) {
        setLatest((before) => {
          const kept = before?.plan === plan ? before.quote : null;
          return { plan, quote: result.kind === 'quoted' ? result.quote : kept };
        });
      }
      return result;
    },
    [plan],
  );

  useEffect(() => {
    void request({ coupon: '', vatNumber: '' });
    return () => {
      requestCount.current += 1;
    };
  }, [request]);

  const current = latest !== null && latest.plan === plan ? latest : null;
  return { quote: current?.quote ?? null, loading: plan !== null && current === null, request };
}
