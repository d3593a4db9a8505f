// The portal's top bar: title, navigation, search, the user's name, and the links out. On a narrow window all but title and
// search are in a menu.
import { ArrowLeft, LogOut, Menu, Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink, useLocation, useMatch, useNavigate } from 'react-router-dom';

import { useLogout } from '@/features/accounts/api';
import { SearchField } from '@/features/courses/search/search-field';
import { useDue } from '@/features/practice/review/use-due';
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
  menu: 'Menu',
  review: 'Review',
  due: (count: number) => (count === 1 ? '1 exercise due' : `${count} exercises due`),
  logout: 'Log out',
  logoutFailed: 'Logout failed',
};

const iconButton =
  'grid size-10 shrink-0 place-items-center rounded-box text-ink-muted hover:bg-surface-raised hover:text-ink';

export function PortalHeader() {
  const { username } = useUser();
  const due = useDue().due?.length ?? 0;
  const navigate = useNavigate();
  const { key } = useLocation();
  const menu = useId();
  // The menu belongs to one place and closes with the next.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  // That page has the field itself.
  const searching = useMatch(paths.search()) !== null;

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape comes from its buttons and links
    <header
      className="ink-band relative z-30 border-b border-line"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpenAt(undefined);
        event.currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus();
      }}
    >
      <Container className="flex h-16 items-center gap-x-1 lg:gap-x-4">
        <Link to={paths.portal()} className="mr-auto shrink-0 py-2 display text-lg lg:mr-2">
          {COPY.title}
        </Link>
        <Link
          to={paths.search()}
          aria-label={COPY.search}
          title={COPY.search}
          className={classNames(iconButton, 'lg:hidden')}
        >
          <Search aria-hidden size={18} />
        </Link>
        <button
          type="button"
          aria-label={due > 0 ? `${COPY.menu}, ${COPY.due(due)}` : COPY.menu}
          aria-expanded={open}
          aria-controls={menu}
          onClick={() => setOpenAt(open ? undefined : key)}
          className="flex h-10 min-w-10 shrink-0 items-center justify-center gap-1.5 rounded-box px-2 text-ink-muted hover:bg-surface-raised hover:text-ink lg:hidden"
        >
          {open ? <X aria-hidden size={20} /> : <Menu aria-hidden size={20} />}
          {due > 0 && !open && <Count value={due} />}
        </button>
        <div
          id={menu}
          className={classNames(
            'flex min-w-0 grow items-center gap-x-3 max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:flex-col max-lg:items-stretch max-lg:border-y max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 max-lg:shadow-raised sm:max-lg:px-6',
            !open && 'max-lg:hidden',
          )}
        >
          <Navigation due={due} />
          {!searching && (
            <SearchField
              className="ml-auto w-40 max-lg:hidden xl:w-60"
              onSubmit={(q) => void navigate(paths.search(q))}
              onHiddenFocus={() => void navigate(paths.search())}
            />
          )}
          <div
            className={classNames(
              'flex items-center gap-3 text-sm max-lg:mt-2 max-lg:flex-wrap max-lg:justify-between max-lg:border-t max-lg:border-line max-lg:pt-2',
              searching && 'lg:ml-auto',
            )}
          >
            <span className="max-w-40 truncate max-lg:w-full max-lg:max-w-none lg:max-xl:hidden">
              {COPY.welcome(username)}
            </span>
            <Link
              to={paths.home()}
              className="flex min-h-10 items-center gap-2 whitespace-nowrap text-ink-muted hover:text-ink"
            >
              <ArrowLeft aria-hidden size={16} />
              {COPY.back}
            </Link>
            <LogoutButton />
          </div>
        </div>
      </Container>
    </header>
  );
}

/** How many exercises are due; hidden from a screen reader, which hears it as a sentence. */
function Count({ value }: { value: number }) {
  return (
    <span
      aria-hidden
      className="min-w-6 rounded-full bg-accent px-2 text-center text-xs leading-6 font-semibold text-accent-ink figures"
    >
      {value}
    </span>
  );
}

function Navigation({ due }: { due: number }) {
  const links = [
    { to: paths.portal(), label: 'Dashboard', count: 0 },
    { to: paths.portalCourses(), label: 'My Courses', count: 0 },
    { to: paths.live(), label: 'Live', count: 0 },
    { to: paths.review(), label: COPY.review, count: due },
    { to: paths.portalAccount(), label: 'Account', count: 0 },
  ];
  return (
    <nav aria-label="Portal" className="flex max-lg:flex-col">
      {links.map((link) => (
        <NavLink
          key={link.to}
          to={link.to}
          end
          className="flex shrink-0 items-center gap-2 border-transparent text-sm text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink max-lg:min-h-11 max-lg:border-l-2 max-lg:px-3 lg:border-b-2 lg:px-3 lg:py-5"
        >
          <span>{link.label}</span>
          {link.count > 0 && (
            <>
              <Count value={link.count} />
              <span className="sr-only">{`, ${COPY.due(link.count)}`}</span>
            </>
          )}
        </NavLink>
      ))}
    </nav>
  );
}

function LogoutButton() {
  const logout = useLogout();
  return (
    <button
      type="button"
      aria-label={COPY.logout}
      title={COPY.logout}
      aria-disabled={logout.isPending || undefined}
      onClick={() => {
        if (logout.isPending) return;
        logout.mutate(undefined, {
          onError: (error) =>
            toast({
              title: COPY.logoutFailed,
              description: errorMessage(error),
              destructive: true,
            }),
        });
      }}
      className={iconButton}
    >
      <LogOut aria-hidden size={18} />
    </button>
  );
}
