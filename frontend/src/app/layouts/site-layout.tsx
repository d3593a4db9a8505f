// The frame of the public site: header, page, footer.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { site } from '@/settings/site';
import { Container } from '@/ui/container';

import { MAIN_ID } from '../main-id';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-screen flex-col bg-surface">
      <a href={`#${MAIN_ID}`} className="skip-link rounded-box bg-accent px-4 py-2 text-accent-ink">
        Skip to content
      </a>
      <header className="ink-band">
        <Container className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
          <Link to={paths.home()} className="display text-lg">
            {site.brand.name}
          </Link>
          <nav aria-label="Main" className="flex flex-wrap gap-x-5 text-sm">
            <Link to={paths.courses()}>Courses</Link>
            <Link to={paths.pricing()}>Pricing</Link>
            <Link to={paths.about()}>About</Link>
            <Link to={paths.contact()}>Contact</Link>
            <Link to={paths.auth()}>Course Portal</Link>
          </nav>
        </Container>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="grow">
        {children}
      </main>
      <footer className="ink-band">
        <Container className="flex gap-5 py-8 text-sm">
          <Link to={paths.privacy()}>Privacy</Link>
          <Link to={paths.terms()}>Terms</Link>
        </Container>
      </footer>
    </div>
  );
}
