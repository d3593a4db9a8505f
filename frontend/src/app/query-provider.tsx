// Gives the query cache to what is below it. Not at the root of the tree: most public pages fetch
// nothing, and the cache is a tenth of what their script may weigh. A public page that does fetch
// wraps its own content in this; the cache is the same one everywhere.
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { queryClient } from '@/lib/query-client';

import { prefetchToaster } from './toast-outlet';

export function QueryProvider({ children }: { children: ReactNode }) {
  // A call may fail at any time, and its notice must not need the network that failed.
  useEffect(prefetchToaster, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
