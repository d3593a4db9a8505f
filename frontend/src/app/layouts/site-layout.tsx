// The layout of the public site: header, page, footer.
import type { ReactNode } from 'react';

import { SiteFooter } from '@/features/site/layout/site-footer';
import { SiteHeader } from '@/features/site/layout/site-header';

import { MAIN_ID } from './main-id';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-screen flex-col bg-surface">
      <a href={`#${MAIN_ID}`} className="skip-link rounded-box bg-accent px-4 py-2 text-accent-ink">
        Skip to content
      </a>
      <SiteHeader />
      <main id={MAIN_ID} tabIndex={-1} className="grow">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
