// How this server takes payments and messages: asked once, remembered, asked again after a failure.
import { useCallback, useEffect, useState } from 'react';

import type { Schemas } from '@/lib/api-client';

type Modes = Schemas['SiteInfo'];

let asked: Promise<Modes> | null = null;

export function siteModes(): Promise<Modes> {
  asked ??= import('./api')
    .then(({ fetchSiteModes }) => fetchSiteModes())
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}

/** For tests, which start each time with a server that has not been asked. */
export function forgetSiteModes(): void {
  asked = null;
}

export type SiteModes =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly modes: Modes }
  | { readonly state: 'failed'; readonly retry: () => void };

export function useSiteModes(): SiteModes {
  const [answer, setAnswer] = useState<Modes | 'failed' | null>(null);
  const ask = useCallback(() => {
    siteModes().then(setAnswer, () => setAnswer('failed'));
  }, []);
  const retry = useCallback(() => {
    setAnswer(null);
    ask();
  }, [ask]);

  useEffect(ask, [ask]);

  if (answer === null) return { state: 'loading' };
  return answer === 'failed' ? { state: 'failed', retry } : { state: 'known', modes: answer };
}
