// /portal/live: the next live session, those after it by day, the calendar's address, and the past ones.
import { useQuery } from '@tanstack/react-query';

import { isWhole } from '@/features/accounts/api';
import { liveQuery, whileOpen, type LiveSession } from '@/features/live/api';
import { CalendarAddress } from '@/features/live/calendar/calendar-address';
import { LiveSkeleton } from '@/features/live/session/live-skeleton';
import { comingOf, nextOf, pastOf } from '@/features/live/order';
import { DayList } from '@/features/live/session/day-list';
import { NextSession } from '@/features/live/session/next-session';
import { SessionItem } from '@/features/live/session/session-item';
import { useMoment } from '@/features/live/time/use-moment';
import { classNames } from '@/lib/class-names';
import { dayIn, readerZone } from '@/lib/format/dates-in-zones';
import { Container } from '@/ui/container';
import { QueryStates } from '@/ui/query/query-states';

import { useUser } from '../../require-user';

const COPY = {
  title: 'Live',
  failed: 'Your live sessions could not be loaded.',
  empty: 'No live sessions are planned.',
  last: (day: string) => `The last one was on ${day}.`,
  coming: 'After that',
  planned: 'Coming',
  past: 'Past sessions',
};

export function Page() {
  const user = useUser();
  const query = useQuery({ ...liveQuery, ...whileOpen });
  const now = useMoment();
  const sessions = query.data ?? [];
  const next = nextOf(sessions, now);
  const later = comingOf(sessions, now).filter((session) => session !== next);
  const past = pastOf(sessions, now);
  const isKnown = query.data !== undefined || query.error !== null;
  const hasList = later.length > 0 || past.length > 0;
  return (
    <>
      <div className="ink-band">
        <Container className="pt-6 pb-8 lg:pt-10 lg:pb-12">
          <h1 className="mb-4 font-sans text-sm font-semibold tracking-normal text-ink-muted">
            {COPY.title}
          </h1>
          <QueryStates query={query} failed={COPY.failed} loading={<LiveSkeleton />}>
            {() =>
              next ? <NextSession session={next} level="h2" /> : <None past={past} now={now} />
            }
          </QueryStates>
        </Container>
      </div>
      <Container
        className={classNames(
          'grid gap-14 pt-10 xl:grid-cols-[minmax(0,46rem)_minmax(0,1fr)] xl:items-start',
          !isKnown && 'min-h-dvh',
        )}
      >
        {later.length > 0 && (
          <section aria-labelledby="coming" className="min-w-0">
            <h2 id="coming" className="mb-4 text-xl">
              {next ? COPY.coming : COPY.planned}
            </h2>
            <DayList sessions={later} now={now} />
          </section>
        )}
        {/* Not before the list, which would push it down. */}
        {isKnown && isWhole(user) && (
          <div className={classNames('min-w-0', hasList && 'xl:col-start-2 xl:row-span-2')}>
            <CalendarAddress on={user.calendar} />
          </div>
        )}
        {past.length > 0 && (
          <section aria-labelledby="past" className="min-w-0 xl:col-start-1">
            <h2 id="past" className="mb-4 text-xl">
              {COPY.past}
            </h2>
            <ul className="border-t border-line">
              {past.map((session) => (
                <SessionItem key={session.id} session={session} now={now} withDay />
              ))}
            </ul>
          </section>
        )}
      </Container>
    </>
  );
}

function None({ past, now }: { past: readonly LiveSession[]; now: number }) {
  const last = past.find(({ state }) => state !== 'cancelled');
  return (
    <div>
      <h2 className="text-xl">{COPY.empty}</h2>
      {last && (
        <p className="mt-2 text-ink-muted figures">
          {COPY.last(dayIn(last.startsAt, readerZone(), now))}
        </p>
      )}
    </div>
  );
}
