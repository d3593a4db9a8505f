// Provides the query cache. Not at the root of the tree: most public pages load no data, and the cache is a tenth of
// their script budget. The layout of pages that load data provides it; the cache is the same everywhere.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { isShownFromKept, keepChange } from '@/lib/offline/kept-answers';
import { queryClient } from '@/lib/query-client';

import { prefetchToaster } from './loading/toast-outlet';

export function QueryProvider({ children }: { children: ReactNode }) {
  // A call may fail because the network is lost, and its toast must not need the network.
  useEffect(prefetchToaster, []);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        // What a page writes into the cache, not what was fetched: `orKept` has that.
        if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual)
          return;
        const [key, ...rest]: readonly unknown[] = event.query.queryKey;
        const data: unknown = event.query.state.data;
        if (typeof key !== 'string' || rest.length > 0 || data === null || data === undefined)
          return;
        void keepChange(key, data);
      }),
    [],
  );
  useEffect(() => {
    const fetchAgain = () => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => isShownFromKept(queryKey[0]),
      });
    };
    window.addEventListener('online', fetchAgain);
    return () => window.removeEventListener('online', fetchAgain);
  }, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
