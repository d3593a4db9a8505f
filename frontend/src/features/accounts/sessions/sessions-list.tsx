// The signed-in devices, with buttons to sign out one or all.
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { errorMessage } from '@/lib/api-client';
import { dateAndTime } from '@/lib/format/dates';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { QueryList } from '@/ui/query/query-list';
import { toast } from '@/ui/toast/toast';

import { sessionsQuery, useEndAllSessions, useEndSession, type Session } from '../api';

const COPY = {
  current: 'This device',
  watching: (lesson: string | null | undefined) =>
    lesson ? `Watching now: ${lesson}` : 'Watching now',
  lastUsed: (date: string) => `Last used ${date}`,
  since: (date: string) => `Signed in ${date}`,
  end: 'Sign out',
  endFailed: 'The device was not signed out',
  endAll: {
    action: 'Sign out everywhere',
    text: 'Every device is signed out, this one too. You sign in again with your password.',
    keep: 'Stay signed in',
  },
  loading: 'Loading your devices…',
  loadFailed: 'Your devices could not be loaded.',
};

const endFailure = (error: unknown) => ({
  title: COPY.endFailed,
  description: errorMessage(error),
});

function Device({ session }: { session: Session }) {
  const end = useEndSession();
  const nameId = useId();
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-4">
      <div className="min-w-0">
        <p id={nameId} className="font-semibold">
          {session.name}
        </p>
        <p className="text-xs text-ink-muted figures">
          <span>{COPY.lastUsed(dateAndTime(session.lastSeenAt))}</span>
          <br />
          <span>{COPY.since(dateAndTime(session.createdAt))}</span>
        </p>
        {session.watching && (
          <p className="text-xs font-semibold text-ink">{COPY.watching(session.watchingLesson)}</p>
        )}
      </div>
      {session.current ? (
        <span className="shrink-0 text-sm font-semibold text-accent">{COPY.current}</span>
      ) : (
        <Button
          look="secondary"
          size="small"
          className="shrink-0"
          aria-describedby={nameId}
          busy={end.isPending}
          onClick={() =>
            end.mutate(session.id, {
              onError: (error) => toast({ ...endFailure(error), destructive: true }),
            })
          }
        >
          {COPY.end}
        </Button>
      )}
    </li>
  );
}

function EndAll() {
  const { mutate, isPending } = useEndAllSessions();
  return (
    <ConfirmDialog
      copy={COPY.endAll}
      busy={isPending}
      className="mt-6"
      onConfirm={(_close, fail) =>
        mutate(undefined, { onError: (error) => fail(endFailure(error)) })
      }
    />
  );
}

export function SessionsList() {
  const sessions = useQuery(sessionsQuery);
  return (
    <>
      <QueryList query={sessions} copy={COPY}>
        {(session) => <Device key={session.id} session={session} />}
      </QueryList>
      {sessions.data !== undefined && <EndAll />}
    </>
  );
}
