// Staff's live sessions: planning, what is coming, and what is past.
import { useQuery } from '@tanstack/react-query';

import { serverNow } from '@/lib/server-clock';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { OneAction } from '../action/one-action';
import { LongList } from '../long-list';
import { liveQuery, type StaffLive } from './api';
import { Plan } from './plan';
import { Session } from './session';

const COPY = {
  loading: 'Loading the live sessions…',
  failed: 'The live sessions could not be loaded.',
  coming: 'Coming',
  past: 'Past',
  none: 'No live sessions are planned.',
  nonePast: 'None in the last 90 days.',
};

interface LiveProps {
  courses: readonly { id: number; title: string }[];
}

const FIRST = 12;

/** Also those that the list of courses leaves out, where they have had a session. */
function coursesWith(known: LiveProps['courses'], sessions: readonly StaffLive[]) {
  const titles = new Map(known.map(({ id, title }) => [id, title]));
  for (const { courseId, courseTitle } of sessions) titles.set(courseId, courseTitle);
  return [...titles].map(([id, title]) => ({ id, title }));
}

export function Live({ courses }: LiveProps) {
  const query = useQuery(liveQuery);
  return (
    <OneAction>
      <QueryStates
        query={query}
        failed={COPY.failed}
        loading={
          <div className="grid gap-4">
            <Spinner label={COPY.loading} className="sr-only" />
            <Skeleton className="h-12 w-40" />
            <Skeleton className="h-32" />
            <Skeleton className="h-32" />
          </div>
        }
      >
        {(sessions) => (
          <>
            <Plan courses={coursesWith(courses, sessions)} sessions={sessions} />
            <Part title={COPY.coming} empty={COPY.none} sessions={sessions.filter(isComing)} />
            <Part
              title={COPY.past}
              empty={COPY.nonePast}
              sessions={sessions.filter((session) => !isComing(session)).toReversed()}
            />
          </>
        )}
      </QueryStates>
    </OneAction>
  );
}

const isComing = ({ endsAt }: StaffLive) => Date.parse(endsAt) > serverNow();

interface PartProps {
  title: string;
  empty: string;
  sessions: readonly StaffLive[];
}

function Part({ title, empty, sessions }: PartProps) {
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="mb-3 text-xl">{title}</h2>
      <LongList items={sessions} first={FIRST} label={title} empty={empty}>
        {(session) => <Session key={session.id} session={session} />}
      </LongList>
    </section>
  );
}
