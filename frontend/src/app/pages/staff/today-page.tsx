// Staff's first page: the search, what is to do today, keys to hand out, and the numbers of the week.
import { useQuery } from '@tanstack/react-query';

import { OneAction } from '@/features/staff/action/one-action';
import { coursesQuery } from '@/features/staff/mend/api';
import { IssueKeys } from '@/features/staff/mend/issue-keys';
import { Search } from '@/features/staff/search/search';
import { todayQuery } from '@/features/staff/today/api';
import { Today } from '@/features/staff/today/today';
import { TodaySkeleton } from '@/features/staff/today/today-skeleton';
import { Stops } from '@/features/staff/today/week/stops';
import { Week } from '@/features/staff/today/week/week';
import { Container } from '@/ui/container';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

const COPY = {
  today: 'Today',
  failed: 'What is to do today could not be loaded.',
  coursesFailed: 'The courses could not be loaded.',
  keys: 'Purchase keys',
  keysText: 'To hand out or to mail. A key for one member is issued on the member’s page.',
};

export function Page() {
  const today = useQuery(todayQuery);
  const courses = useQuery(coursesQuery);
  const week = today.data?.week;
  return (
    <Container>
      <OneAction>
        <div className="grid gap-x-14 pt-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:pt-12">
          <div className="min-w-0">
            <Search />
            <section aria-labelledby="today-heading" className="mt-10">
              <h1 id="today-heading" className="text-2xl">
                {COPY.today}
              </h1>
              <QueryStates query={today} failed={COPY.failed} loading={<TodaySkeleton />}>
                {(answered) => <Today today={answered} />}
              </QueryStates>
            </section>
          </div>
          {week && (
            <div className="min-w-0 max-lg:mt-14 lg:row-span-2">
              <Week week={week} />
            </div>
          )}
          <div className="col-start-1 min-w-0">
            {week && <Stops courses={week.stops} />}
            <section aria-labelledby="keys-heading" className="mt-14">
              <h2 id="keys-heading" className="text-xl">
                {COPY.keys}
              </h2>
              <p className="mt-1 mb-4 text-sm text-ink-muted">{COPY.keysText}</p>
              <QueryStates
                query={courses}
                failed={COPY.coursesFailed}
                loading={<Skeleton className="h-10 w-28" />}
              >
                {(known) => <IssueKeys courses={known} />}
              </QueryStates>
            </section>
          </div>
        </div>
      </OneAction>
    </Container>
  );
}
