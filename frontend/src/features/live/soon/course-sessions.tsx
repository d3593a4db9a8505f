// The coming sessions of one course; renders nothing without one.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';

import { liveQuery } from '../api';
import { comingOf } from '../order';
import { SessionItem } from '../session/session-item';
import { useMoment } from '../time/use-moment';

const COPY = { title: 'Live sessions', all: 'All live sessions' };

/** A series has up to 26. */
const FIRST = 4;

export function CourseSessions({ courseId }: { courseId: number }) {
  const { data: sessions = [] } = useQuery(liveQuery);
  const now = useMoment();
  const coming = comingOf(sessions, now).filter((session) => session.courseId === courseId);
  if (coming.length === 0) return null;
  return (
    <section aria-labelledby="live-sessions" className="mt-12 max-w-[46rem]">
      <h2 id="live-sessions" className="mb-4 text-xl">
        {COPY.title}
      </h2>
      <ul className="border-t border-line">
        {coming.slice(0, FIRST).map((session) => (
          <SessionItem key={session.id} session={session} now={now} withDay withCourse={false} />
        ))}
      </ul>
      <Link
        to={paths.live()}
        className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold underline"
      >
        {COPY.all}
      </Link>
    </section>
  );
}
