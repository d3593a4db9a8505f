// How this server takes payments and messages: asked once, remembered, asked again after a failure.
import { useCallback, useEffect, useState } from 'react';

import type { Schemas } from '@/lib/api-client';

type Modes = Schemas['Site'];

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
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Modes | 'failed' | null>(null);
  const retry = useCallback(() => {
    setAnswer(null);
    setAttempt((count) => count + 1);
  }, []);

  useEffect(() => {
    let left = false;
    siteModes().then(
      (modes) => !left && setAnswer(modes),
      () => !left && setAnswer('failed'),
    );
    return () => {
      left = true;
    };
  }, [attempt]);

  if (answer === null) return { state: 'loading' };
  return answer === 'failed' ? { state: 'failed', retry } : { state: 'known', modes: answer };
}
