// The portal's top bar: title, navigation, the user's name, and the links out.
import { ArrowLeft, LogOut, Search } from 'lucide-react';
import { Link, NavLink, useMatch, useNavigate } from 'react-router-dom';

import { useLogout } from '@/features/accounts/api';
import { SearchField } from '@/features/courses/search/search-field';
import { errorMessage } from '@/lib/api-client';
import { classNames } from '@/lib/class-names';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { toast } from '@/ui/toast/toast';

import { useUser } from '../require-user';

const COPY = {
  title: 'Course Portal',
  back: 'Back to Main Site',
  welcome: (username: string) => `Welcome, ${username}`,
  search: 'Search your courses',
  logout: 'Log out',
  logoutFailed: 'Logout failed',
};

const links = [
  { to: paths.portal(), label: 'Dashboard' },
  { to: paths.portalCourses(), label: 'My Courses' },
  { to: paths.portalAccount(), label: 'Account' },
];

export function PortalHeader() {
  const { username } = useUser();
  const logout = useLogout();
  const navigate = useNavigate();
  // That page has the field itself.
  const searching = useMatch(paths.search()) !== null;

  return (
    <header className="ink-band border-b border-line">
      <Container className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-0 max-md:pt-2 lg:gap-x-6">
        <Link to={paths.portal()} className="shrink-0 py-2 display text-lg">
          {COPY.title}
        </Link>
        <nav
          aria-label="Portal"
          className="flex max-md:order-last max-md:-mx-3 max-md:w-full max-md:overflow-x-auto md:ml-2"
        >
          {links.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className="shrink-0 border-b-2 border-transparent px-3 py-3 text-sm text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink md:px-2 md:py-5 lg:px-3"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        {!searching && (
          <SearchField
            className="ml-auto w-44 max-lg:hidden xl:w-60"
            onSubmit={(q) => void navigate(paths.search(q))}
            onHiddenFocus={() => void navigate(paths.search())}
          />
        )}
        <div
          className={classNames(
            'flex min-w-0 items-center gap-1 text-xs sm:gap-3 lg:text-sm',
            searching ? 'ml-auto' : 'max-lg:ml-auto',
          )}
        >
          <Link
            to={paths.search()}
            aria-label={COPY.search}
            title={COPY.search}
            className="grid size-10 shrink-0 place-items-center rounded-box text-ink-muted hover:bg-surface-raised hover:text-ink lg:hidden"
          >
            <Search aria-hidden size={18} />
          </Link>
          <span className="max-w-28 truncate max-md:hidden lg:max-w-48">
            {COPY.welcome(username)}
          </span>
          <Link
            to={paths.home()}
            className="flex min-h-10 items-center gap-2 text-ink-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden size={16} className="max-sm:hidden" />
            {COPY.back}
          </Link>
          <button
            type="button"
            aria-label={COPY.logout}
            title={COPY.logout}
            disabled={logout.isPending}
            onClick={() =>
              logout.mutate(undefined, {
                onError: (error) =>
                  toast({
                    title: COPY.logoutFailed,
                    description: errorMessage(error),
                    destructive: true,
                  }),
              })
            }
            className="grid size-10 shrink-0 place-items-center rounded-box text-ink-muted hover:bg-surface-raised hover:text-ink"
          >
            <LogOut aria-hidden size={18} />
          </button>
        </div>
        <p className="w-full truncate pb-1 text-xs text-ink-muted md:hidden">
          {COPY.welcome(username)}
        </p>
      </Container>
    </header>
  );
}
