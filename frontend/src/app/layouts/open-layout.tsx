// The site's layout with the query cache, for pages that load data.
import type { ReactNode } from 'react';

import { QueryProvider } from '../query-provider';
import { Layout as SiteLayout } from './site-layout';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <SiteLayout>
      <QueryProvider>{children}</QueryProvider>
    </SiteLayout>
  );
}
