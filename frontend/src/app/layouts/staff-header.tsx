// The top bar of staff's pages: where to go, who is signed in, and the way out.
import { Link, NavLink } from 'react-router-dom';

import { useSignOut } from '@/features/staff/api';
import { failureOf } from '@/features/staff/failure';
import { useStaff } from '@/features/staff/session/staff-context';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Container } from '@/ui/container';

const COPY = {
  title: 'Staff',
  today: 'Today',
  questions: 'Questions',
  live: 'Live',
  signOut: 'Sign out',
  failed: 'You are still signed in: ',
};

const link =
  'flex min-h-11 items-center border-b-2 border-transparent px-2 text-sm text-ink-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:px-3';

export function StaffHeader() {
  const { name, role } = useStaff();
  const signOut = useSignOut();
  return (
    <header className="ink-band border-b border-line">
      <Container className="flex flex-wrap items-center gap-x-2 py-2 sm:gap-x-4">
        <Link to={paths.staff()} className="mr-1 py-2 display text-lg sm:mr-2">
          {COPY.title}
        </Link>
        <nav aria-label={COPY.title} className="flex">
          <NavLink to={paths.staff()} end className={link}>
            {COPY.today}
          </NavLink>
          <NavLink to={paths.staffQuestions()} className={link}>
            {COPY.questions}
          </NavLink>
          <NavLink to={paths.staffLive()} className={link}>
            {COPY.live}
          </NavLink>
        </nav>
        <p className="ml-auto max-w-60 truncate text-sm text-ink-muted max-md:sr-only">
          {`${name}, ${role}`}
        </p>
        <Button
          look="secondary"
          size="small"
          className="max-md:ml-auto"
          busy={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {COPY.signOut}
        </Button>
        <p role="alert" className="w-full text-sm text-danger">
          {signOut.error !== null && COPY.failed + failureOf(signOut.error)}
        </p>
      </Container>
    </header>
  );
}
