// The brand, the main navigation, and the two links to the portal.
import { Link, NavLink, useLocation } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { MobileMenu } from './mobile-menu';
import { topLinks } from './site-links';
import { Wordmark } from './wordmark';

export function SiteHeader() {
  const { pathname } = useLocation();
  return (
    <header className="ink-band sticky top-0 z-40 border-b border-line">
      <Container className="flex min-h-16 items-center justify-between gap-4">
        <Link to={paths.home()} aria-label={`${site.brand.name}, home`} className="py-2">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-6 lg:flex">
          {topLinks.map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              end={to === paths.home()}
              className="border-b-2 border-transparent py-2 text-sm text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="flex items-center gap-2">
          <div className="hidden lg:block">
            <LinkButton look="quiet" size="small" to={paths.auth()}>
              Course Portal
            </LinkButton>
          </div>
          <div className="hidden min-[26rem]:block">
            <LinkButton size="small" to={paths.auth()}>
              Get Started
            </LinkButton>
          </div>
          <MobileMenu key={pathname} />
        </div>
      </Container>
    </header>
  );
}
