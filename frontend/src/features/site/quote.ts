// What the chosen plan costs, by the server's own arithmetic: asked when the checkout opens, and again
// with a coupon or a VAT number. The latest question counts.
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Schemas } from '@/lib/api-client';
import { ApiError } from '@/lib/api-error';

export type Quote = Schemas['Quote'];

/** What the buyer brings; empty where there is nothing. */
export interface Wish {
  coupon: string;
  vatNumber: string;
}

export type QuoteAnswer =
  | { readonly kind: 'quoted'; readonly quote: Quote }
  | { readonly kind: 'refused'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: string | null };

export interface PlanQuote {
  /** The latest answer; null before the first one, and where none could be had. */
  readonly quote: Quote | null;
  /** The first answer is still to come. */
  readonly asking: boolean;
  readonly ask: (wish: Wish) => Promise<QuoteAnswer>;
}

/** Without what the buyer left empty. */
export function brought({ coupon, vatNumber }: Wish) {
  return { ...(coupon !== '' && { coupon }), ...(vatNumber !== '' && { vatNumber }) };
}

async function answerTo(plan: string, wish: Wish): Promise<QuoteAnswer> {
  try {
    const { fetchQuote } = await import('./api');
    return { kind: 'quoted', quote: await fetchQuote({ plan, ...brought(wish) }) };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : null;
    if (refusal?.status === 400) return { kind: 'refused', fields: refusal.fields };
    return { kind: 'failed', message: refusal?.serverMessage ?? null };
  }
}

/** `plan` is null while nothing is to be asked. */
export function usePlanQuote(plan: string | null): PlanQuote {
  const [told, setTold] = useState<{ plan: string; quote: Quote | null } | null>(null);
  const latest = useRef(0);

  const ask = useCallback(
    async (wish: Wish): Promise<QuoteAnswer> => {
      if (plan === null) return { kind: 'failed', message: null };
      latest.current += 1;
      const mine = latest.current;
      const answer = await answerTo(plan, wish);
      if (mine === latest.current) {
        setTold((before) => {
          const kept = before?.plan === plan ? before.quote : null;
          return { plan, quote: answer.kind === 'quoted' ? answer.quote : kept };
        });
      }
      return answer;
    },
    [plan],
  );

  useEffect(() => {
    void ask({ coupon: '', vatNumber: '' });
    return () => {
      latest.current += 1;
    };
  }, [ask]);

  const own = told !== null && told.plan === plan ? told : null;
  return { quote: own?.quote ?? null, asking: plan !== null && own === null, ask };
}
