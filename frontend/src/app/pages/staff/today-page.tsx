// Staff's first page: the search with keys to hand out beside it, what is to do today, and the numbers of the week.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { OneAction } from '@/features/staff/action/one-action';
import { coursesQuery } from '@/features/staff/mend/api';
import { IssueKeys } from '@/features/staff/mend/issue-keys';
import { Search } from '@/features/staff/search/search';
import { todayQuery } from '@/features/staff/today/api';
import { Today } from '@/features/staff/today/today';
import { TodaySkeleton } from '@/features/staff/today/today-skeleton';
import { Week } from '@/features/staff/today/week/week';
import { Container } from '@/ui/container';
import { lazyPart } from '@/ui/lazy-part';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

/** Last on the page. */
const Stops = lazyPart(async () => (await import('@/features/staff/today/week/stops')).Stops);

const COPY = {
  today: 'Today',
  failed: 'What is to do today could not be loaded.',
  coursesFailed: 'The courses could not be loaded.',
};

/** Beside the search; with an open form, or with the keys that it issued, below it. */
function Keys() {
  const courses = useQuery(coursesQuery);
  return (
    <div className="max-w-full has-[form,[role=status]:not(:empty)]:w-full sm:not-has-[form,[role=status]:not(:empty)]:pt-8">
      <QueryStates
        query={courses}
        failed={COPY.coursesFailed}
        loading={<Skeleton className="h-10 w-28" />}
      >
        {(known) => <IssueKeys courses={known} />}
      </QueryStates>
    </div>
  );
}

export function Page() {
  const today = useQuery(todayQuery);
  const week = today.data?.week;
  return (
    <Container>
      <OneAction>
        <div className="grid gap-x-14 pt-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:pt-12">
          <div className="min-w-0">
            <Search beside={<Keys />} />
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
            <>
              <div className="min-w-0 max-lg:mt-14 lg:row-span-2">
                <Week week={week} />
              </div>
              <div className="col-start-1 min-w-0">
                <Suspense>
                  <Stops courses={week.stops} />
                </Suspense>
              </div>
            </>
          )}
        </div>
      </OneAction>
    </Container>
  );
}
