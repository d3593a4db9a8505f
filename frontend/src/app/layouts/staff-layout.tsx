// The layout of staff's pages: their own cache and session. Without a session the page's place has the sign-in, at the same address.
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMatch } from 'react-router-dom';

import {
  forgetAnswers,
  staffCache,
  staffSessionQuery,
  useSignedOutByUser,
} from '@/features/staff/api';
import { failureOf } from '@/features/staff/failure';
import { SignIn } from '@/features/staff/session/sign-in';
import { StaffContext } from '@/features/staff/session/staff-context';
import { useIdleEnd } from '@/features/staff/session/use-idle-end';
import { paths } from '@/lib/paths';
import { ErrorPanel } from '@/ui/error-panel';
import { Spinner } from '@/ui/spinner';

import { MAIN_ID } from './main-id';
import { StaffHeader } from './staff-header';

const COPY = {
  skip: 'Skip to content',
  title: 'Staff',
  loading: 'Looking who is signed in…',
  failed: 'We could not check who is signed in.',
};

export function Layout({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={staffCache}>
      <div className="portal min-h-screen bg-surface text-ink">
        <a
          href={`#${MAIN_ID}`}
          className="skip-link rounded-box bg-accent px-4 py-2 text-accent-ink"
        >
          {COPY.skip}
        </a>
        <Guarded>{children}</Guarded>
      </div>
    </QueryClientProvider>
  );
}

/** Whether there was a session on this page, which has ended by itself. What it loaded goes with it. */
function useEnded(isSignedIn: boolean): boolean {
  const client = useQueryClient();
  const signedOutByUser = useSignedOutByUser();
  const [had, setHad] = useState(false);
  if (isSignedIn && !had) setHad(true);
  const was = useRef(isSignedIn);
  useEffect(() => {
    if (isSignedIn === was.current) return;
    was.current = isSignedIn;
    if (!isSignedIn) forgetAnswers(client);
    // What had the focus is gone.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
  }, [client, isSignedIn]);
  return had && !isSignedIn && !signedOutByUser;
}

function Guarded({ children }: { children: ReactNode }) {
  const isJoining = useMatch(paths.staffJoin()) !== null;
  const session = useQuery({ ...staffSessionQuery, enabled: !isJoining });
  const user = session.data ?? null;
  useIdleEnd(user !== null);
  const ended = useEnded(user !== null);
  const main = (content: ReactNode) => (
    <main id={MAIN_ID} tabIndex={-1} className="pb-20">
      {content}
    </main>
  );
  if (isJoining) return main(children);
  if (user !== null) {
    return (
      <StaffContext value={user}>
        <StaffHeader />
        {main(children)}
      </StaffContext>
    );
  }
  if (session.data === null) return main(<SignIn ended={ended} />);
  return main(
    session.error === null ? (
      <>
        <h1 className="sr-only">{COPY.title}</h1>
        <Spinner label={COPY.loading} className="min-h-screen" />
      </>
    ) : (
      <div className="mx-auto max-w-prose px-4 py-16">
        <h1 className="mb-6 text-xl">{COPY.title}</h1>
        <ErrorPanel
          title={COPY.failed}
          detail={failureOf(session.error)}
          onRetry={() => void session.refetch()}
          busy={session.isFetching}
        />
      </div>
    ),
  );
}
