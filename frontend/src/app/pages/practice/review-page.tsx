// /portal/review: the exercises that are due, one after another.
import { useCourseLanguages } from '@/features/dashboard/api';
import { EmptyState } from '@/features/dashboard/empty-state';
import { ReviewSession } from '@/features/practice/review/review-session';
import { useDue } from '@/features/practice/review/use-due';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { focusOnArrival } from '@/ui/focus';
import { LinkButton } from '@/ui/link-button';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

const COPY = {
  title: 'Review',
  intro:
    'Exercises come back shortly before you would forget them: the better you know one, the later. At most 20 a day.',
  loading: 'Loading what is due…',
  failed: 'What is due could not be loaded.',
  empty: {
    title: 'Nothing is due',
    text: 'What you practise in the lessons comes back here when it is time to ask again.',
  },
  finished: 'That was all for now',
  later: 'Left for later',
  reviewed: (count: number) => `${count} ${count === 1 ? 'exercise' : 'exercises'} reviewed.`,
  putOff: (count: number) => `${count} ${count === 1 ? 'stays' : 'stay'} due.`,
  courses: 'My Courses',
};

export function Page() {
  const query = useDue();
  const languageOf = useCourseLanguages();
  return (
    <Container className="pt-10">
      <h1 className="text-2xl">{COPY.title}</h1>
      <p className="mt-2 max-w-prose text-ink-muted">{COPY.intro}</p>
      <div className="mt-8">
        <QueryStates
          query={{ ...query, data: query.due }}
          failed={COPY.failed}
          loading={
            <div className="grid max-w-[60rem] gap-4">
              <p role="status" className="sr-only">
                {COPY.loading}
              </p>
              <Skeleton className="h-5" />
              <Skeleton className="mt-4 h-8 w-3/4" />
              <Skeleton className="h-64" />
            </div>
          }
        >
          {(due) => (
            <ReviewSession
              due={due}
              addressOf={({ courseId, videoId }) => paths.portalCourse(courseId, videoId)}
              languageOf={languageOf}
              renderEnd={(answered, putOff) => <End answered={answered} putOff={putOff} />}
            />
          )}
        </QueryStates>
      </div>
    </Container>
  );
}

function End({ answered, putOff }: { answered: number; putOff: number }) {
  const began = answered + putOff > 0;
  const title = answered > 0 ? COPY.finished : COPY.later;
  const text = [
    ...(answered > 0 ? [COPY.reviewed(answered)] : []),
    ...(putOff > 0 ? [COPY.putOff(putOff)] : []),
  ].join(' ');
  return (
    <div ref={began ? focusOnArrival : undefined} tabIndex={-1} className="outline-none">
      <EmptyState level="h2" {...(began ? { title, text } : COPY.empty)}>
        <LinkButton to={paths.portalCourses()} look="secondary" size="small">
          {COPY.courses}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
