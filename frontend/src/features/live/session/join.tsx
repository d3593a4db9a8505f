// Joining a session: disabled until it opens, and then active by itself, with the focus where it was.
import { useId } from 'react';

import { ApiError, errorMessage } from '@/lib/api-client';
import { clockIn, dayIn, daysBetween, readerZone } from '@/lib/format/dates-in-zones';
import { Button } from '@/ui/button';

import { useJoin, type LiveSession } from '../api';
import { stageAt } from '../order';

const COPY = {
  join: 'Join',
  from: (time: string) => `You can join from ${time}.`,
  open: 'You can join now. The session is on another site.',
  joined: 'You have joined. You can join again.',
};

/** "19:45" of today, else with its day. */
function opensAt(joinsAt: string, now: number): string {
  const reader = readerZone();
  const clock = clockIn(joinsAt, reader);
  const isToday = daysBetween(now, Date.parse(joinsAt), reader) === 0;
  return isToday ? clock : `${dayIn(joinsAt, reader, now)}, ${clock}`;
}

/** The server's sentence says what the session is: not open yet, over, cancelled. */
function saidOf(error: Error): string {
  return (error instanceof ApiError ? error.serverMessage : null) ?? errorMessage(error);
}

export function Join({ session, now }: { session: LiveSession; now: number }) {
  const hintId = useId();
  const join = useJoin(session.id);
  const isOpen = stageAt(session, now) === 'open';
  const { error } = join;
  const openWords = session.joined ? COPY.joined : COPY.open;
  return (
    <div>
      <Button
        // A filled button that is dimmed looks as if it could be pressed.
        look={isOpen ? 'primary' : 'secondary'}
        className="w-full sm:w-auto sm:min-w-40"
        aria-disabled={!isOpen}
        aria-describedby={hintId}
        busy={join.isPending}
        onClick={() => join.mutate()}
      >
        {COPY.join}
      </Button>
      <p id={hintId} className="mt-2 text-sm text-ink-muted figures">
        {isOpen ? openWords : COPY.from(opensAt(session.joinsAt, now))}
      </p>
      <p role="alert" className="mt-2 text-sm font-semibold text-danger empty:hidden">
        {error && saidOf(error)}
      </p>
    </div>
  );
}
