// Provides the query cache. Not at the root of the tree: most public pages load no data, and the cache is a tenth of
// their script budget. A public page that loads data wraps its content in this; the cache is the same everywhere.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { isShownFromKept } from '@/lib/offline/kept-answers';
import { queryClient } from '@/lib/query-client';

import { prefetchToaster } from './loading/toast-outlet';

export function QueryProvider({ children }: { children: ReactNode }) {
  // A call may fail because the network is lost, and its toast must not need the network.
  useEffect(prefetchToaster, []);
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
