// The other signed-in devices of the account, each with a button to sign it out: its place to watch is free at once.
import { useQuery } from '@tanstack/react-query';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { QueryStates } from '@/ui/query/query-states';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast';

import { sessionsQuery, useEndSession, type Session } from '../api';

const COPY = {
  loading: 'Loading your devices…',
  failed: 'Your devices could not be loaded.',
  none: 'No other device is signed in. Its place becomes free within a minute.',
  end: (device: string) => `Sign out ${device}`,
  endFailed: 'The device was not signed out',
};

export function EndDevice({ onEnded }: { onEnded: () => void }) {
  const query = useQuery(sessionsQuery);
  return (
    <QueryStates query={query} failed={COPY.failed} loading={<Spinner label={COPY.loading} />}>
      {(sessions) => (
        <Others sessions={sessions.filter(({ current }) => !current)} onEnded={onEnded} />
      )}
    </QueryStates>
  );
}

function Others({ sessions, onEnded }: { sessions: readonly Session[]; onEnded: () => void }) {
  const end = useEndSession();
  if (sessions.length === 0) return <p className="text-sm text-ink-muted">{COPY.none}</p>;
  return (
    <ul className="grid gap-2">
      {sessions.map(({ id, name }) => (
        <li key={id}>
          <Button
            size="small"
            look="secondary"
            className="w-full"
            busy={end.isPending && end.variables === id}
            onClick={() =>
              end.mutate(id, {
                onSuccess: onEnded,
                onError: (failure) =>
                  toast({
                    title: COPY.endFailed,
                    description: errorMessage(failure),
                    destructive: true,
                  }),
              })
            }
          >
            {COPY.end(name)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
