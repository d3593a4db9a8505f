// The frame of signing in: nothing but the page.
import type { ReactNode } from 'react';

import { MAIN_ID } from '../main-id';
import { QueryProvider } from '../query-provider';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <main id={MAIN_ID} tabIndex={-1} className="portal min-h-screen bg-surface text-ink">
      <QueryProvider>{children}</QueryProvider>
    </main>
  );
}
