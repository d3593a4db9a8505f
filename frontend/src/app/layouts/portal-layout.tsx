// The layout of the portal: the guard, the top bar, the page, a footer.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';

import { QueryProvider } from '../query-provider';
import { RequireUser, useUser } from '../require-user';
import { Connection } from './connection';
import { MAIN_ID } from './main-id';
import { PortalHeader } from './portal-header';

const COPY = { withdraw: 'Withdraw from contract here' };

export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="portal min-h-screen bg-surface text-ink">
      <a href={`#${MAIN_ID}`} className="skip-link rounded-box bg-accent px-4 py-2 text-accent-ink">
        Skip to content
      </a>
      <QueryProvider>
        <RequireUser>
          <PortalHeader />
          <main id={MAIN_ID} tabIndex={-1} className="pb-20">
            {children}
          </main>
          <Footer />
          <Notice />
        </RequireUser>
      </QueryProvider>
    </div>
  );
}

function Footer() {
  return (
    <footer className="border-t border-line">
      <Container className="py-4">
        <Link
          to={paths.withdraw()}
          className="inline-flex min-h-8 items-center text-sm text-ink-muted hover:text-ink hover:underline"
        >
          {COPY.withdraw}
        </Link>
      </Container>
    </footer>
  );
}

function Notice() {
  return <Connection account={useUser().id} />;
}
