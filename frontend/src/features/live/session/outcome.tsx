// What became of a session: cancelled, its recording, or nothing yet.
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';

import type { LiveSession } from '../api';

const COPY = {
  watch: 'Watch the recording',
  none: 'It has ended. There is no recording yet.',
  cancelled: (reason: string) => `Cancelled: ${reason}`,
  withoutReason: 'Cancelled',
};

interface OutcomeProps {
  session: LiveSession;
  /** The id of what names the session. */
  of: string;
}

export function Outcome({ session, of }: OutcomeProps) {
  const { courseId, reason, recording, state } = session;
  if (state === 'cancelled') {
    return (
      <p className="mt-1 text-sm font-semibold break-words text-danger">
        {reason ? COPY.cancelled(reason) : COPY.withoutReason}
      </p>
    );
  }
  if (recording === null || recording === undefined) {
    return <p className="mt-1 text-sm text-ink-muted">{COPY.none}</p>;
  }
  return (
    <Link
      to={paths.portalCourse(courseId, recording)}
      aria-describedby={of}
      className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline"
    >
      {COPY.watch}
    </Link>
  );
}
