// The layout of the portal: the guard, the top bar, the page, a footer.
import type { ReactNode } from 'react';

import { QueryProvider } from '../query-provider';
import { RequireUser } from '../require-user';
import { Connection } from './connection';
import { MAIN_ID } from './main-id';
import { PortalFooter } from './portal-footer';
import { PortalHeader } from './portal-header';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="portal flex min-h-screen flex-col bg-surface text-ink">
      <a href={`#${MAIN_ID}`} className="skip-link rounded-box bg-accent px-4 py-2 text-accent-ink">
        Skip to content
      </a>
      <QueryProvider>
        <RequireUser>
          <PortalHeader />
          <main id={MAIN_ID} tabIndex={-1} className="grow pb-20">
            {children}
          </main>
          <Connection />
        </RequireUser>
        <PortalFooter />
      </QueryProvider>
    </div>
  );
}
