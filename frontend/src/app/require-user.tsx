// The guard of the portal. Without a session it leads to the sign-in page, and back afterwards. A server that does not
// answer is an error with a retry button, not a missing session.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, type ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';

import { followSignIn, useLoggedOutByUser, userQuery, type User } from '@/features/accounts/api';
import { errorMessage } from '@/lib/api-client';
import { AccountContext } from '@/lib/offline/queue/account-queue';
import { paths } from '@/lib/paths';
import { onSignInElsewhere } from '@/lib/signed-in-account';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';
import { Spinner } from '@/ui/spinner';

import { MAIN_ID } from './layouts/main-id';

const UserContext = createContext<User | null>(null);

/** The signed-in user, inside the guard. */
export function useUser(): User {
  const user = use(UserContext);
  if (user === null) throw new Error('useUser is called outside of RequireUser');
  return user;
}

export function RequireUser({ children }: { children: ReactNode }) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery);
  const loggedOutByUser = useLoggedOutByUser();
  const location = useLocation();
  const client = useQueryClient();
  useEffect(() => onSignInElsewhere(() => void followSignIn(client)), [client]);

  if (user !== undefined && user !== null)
    return (
      <UserContext value={user}>
        <AccountContext value={user.id}>{children}</AccountContext>
      </UserContext>
    );
  if (user === null) {
    const returnTo = location.pathname + location.search + location.hash;
    return <Navigate to={paths.auth()} state={loggedOutByUser ? null : { returnTo }} replace />;
  }
  // The portal's frame, without what depends on who is signed in.
  return (
    <>
      <header className="ink-band border-b border-line">
        <Container className="flex h-16 items-center">
          <Link to={paths.portal()} className="py-2 display text-lg">
            Course Portal
          </Link>
        </Container>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="grow">
        <Container className="py-16">
          <h1 className="sr-only">Course Portal</h1>
          {error === null ? (
            <Spinner label="Loading the portal…" className="min-h-64" />
          ) : (
            <ErrorPanel
              title="We could not check who is signed in."
              detail={errorMessage(error)}
              onRetry={() => void refetch()}
              busy={isFetching}
            />
          )}
        </Container>
      </main>
    </>
  );
}
