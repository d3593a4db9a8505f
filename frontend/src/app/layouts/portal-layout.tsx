// The layout of the portal: the guard, the top bar, the page, a footer. A run has the whole window.
import type { ReactNode } from 'react';

import { QueryProvider } from '../query-provider';
import { RequireUser } from '../require-user';
import { useRun } from '../routing/use-run';
import { Connection } from './connection';
import { MAIN_ID } from './main-id';
import { PortalFooter } from './portal-footer';
import { PortalHeader } from './portal-header';

export function Layout({ children }: { children: ReactNode }) {
  const inRun = useRun() !== undefined;
  return (
    <div className="portal flex min-h-dvh flex-col bg-surface text-ink">
      <a href={`#${MAIN_ID}`} className="skip-link rounded-box bg-accent px-4 py-2 text-accent-ink">
        Skip to content
      </a>
      <QueryProvider>
        <RequireUser>
          {!inRun && <PortalHeader />}
          <main id={MAIN_ID} tabIndex={-1} className={inRun ? 'grow' : 'grow pb-20'}>
            {children}
          </main>
          <Connection />
        </RequireUser>
        {!inRun && <PortalFooter />}
      </QueryProvider>
    </div>
  );
}
