// Gives the query cache to what is below it. Not at the root of the tree: most public pages fetch
// nothing, and the cache is a tenth of what their script may weigh. A public page that does fetch
// wraps its own content in this; the cache is the same one everywhere.
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { queryClient } from '@/lib/query-client';

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
