// How this server takes payments and contact messages: fetched once and kept, fetched again after a failure.
import { useCallback, useEffect, useState } from 'react';

import type { Schemas } from './api-client';

type Modes = Schemas['SiteInfo'];

let pending: Promise<Modes> | null = null;

// The API client is loaded here, not with the page: prerendered pages carry no client.
async function fetchSiteModes(): Promise<Modes> {
  const { api, call } = await import('./api-client');
  return call(api.GET('/api/site'));
}

export function siteModes(): Promise<Modes> {
  pending ??= fetchSiteModes().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

/** For tests, which each start with no answer. */
export function resetSiteModes(): void {
  pending = null;
}

export type SiteModes =
  | { readonly state: 'loading' }
  | { readonly state: 'known'; readonly modes: Modes }
  | { readonly state: 'failed'; readonly retry: () => void };

export function useSiteModes(): SiteModes {
  const [answer, setAnswer] = useState<Modes | 'failed' | null>(null);
  const load = useCallback(() => {
    siteModes().then(setAnswer, () => setAnswer('failed'));
  }, []);
  const retry = useCallback(() => {
    setAnswer(null);
    load();
  }, [load]);

  useEffect(load, [load]);

  if (answer === null) return { state: 'loading' };
  return answer === 'failed' ? { state: 'failed', retry } : { state: 'known', modes: answer };
}
