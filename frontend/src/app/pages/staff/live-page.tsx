// The live sessions of all courses, for staff.
import { useQuery } from '@tanstack/react-query';

import { Live } from '@/features/staff/live/live';
import { coursesQuery } from '@/features/staff/mend/api';
import { Container } from '@/ui/container';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

const COPY = { title: 'Live', failed: 'The courses could not be loaded.' };

export function Page() {
  const courses = useQuery(coursesQuery);
  return (
    <Container>
      <div className="max-w-[46rem] pt-8 lg:pt-12">
        <h1 className="mb-6 text-2xl">{COPY.title}</h1>
        <QueryStates
          query={courses}
          failed={COPY.failed}
          loading={<Skeleton className="h-12 w-40" />}
        >
          {(known) => <Live courses={known} />}
        </QueryStates>
      </div>
    </Container>
  );
}
