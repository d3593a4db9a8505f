// /portal/course/{id}?lesson=&run=: a run of a lesson's market, which has the window to itself.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';

import { courseQuery, lessonQuery, sectionsQuery } from '@/features/courses/api';
import { inOrder, requestedLesson } from '@/features/courses/lessons';
import { runQuery } from '@/features/replay/api';
import { replayOf } from '@/features/replay/lesson-replay';
import { Room } from '@/features/replay/room/room';
import { errorMessage, isStatus } from '@/lib/api-client';
import { useHead } from '@/lib/head';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';
import { LinkButton } from '@/ui/link-button';
import { Spinner } from '@/ui/spinner';

interface RunRoomProps {
  courseId: number;
  runId: number;
}

const COPY = {
  title: 'Your turn',
  loading: 'Loading the run…',
  failed: 'The run could not be loaded.',
  back: 'Back to the lesson',
};

export function RunRoom({ courseId, runId }: RunRoomProps) {
  const [search] = useSearchParams();
  const requested = requestedLesson(search);
  const course = useQuery(courseQuery(courseId));
  const sections = useQuery(sectionsQuery(courseId));
  const run = useQuery(runQuery(runId));
  const lessonId = run.data?.videoId ?? requested;
  const content = useQuery({
    ...lessonQuery(courseId, lessonId ?? 0),
    enabled: lessonId !== undefined,
  });
  const lesson = sections.data && inOrder(sections.data).find(({ id }) => id === lessonId);
  const replay = content.data && replayOf(content.data);
  useHead(
    course.data
      ? { title: `${COPY.title} · ${lesson?.title ?? course.data.title}`, description: '' }
      : null,
  );
  if (course.data && lesson && replay && run.data) {
    return <Room course={course.data} lesson={lesson} replay={replay} run={run.data} />;
  }

  const back = paths.portalCourse(courseId, requested);
  const needed = [course, sections, run, content];
  const failed = needed.filter(({ data, error }) => error !== null && data === undefined);
  const known = needed.every(({ data }) => data !== undefined);
  // The course's own page says that the access has ended; a run of another course or of a lesson without a market has no room.
  if (known || failed.some(({ error }) => isStatus(error, 403))) {
    return <Navigate to={back} replace />;
  }
  return (
    <Container className="py-16">
      <h1 className="sr-only">{COPY.title}</h1>
      {failed.length === 0 ? (
        <Spinner label={COPY.loading} className="min-h-96" />
      ) : (
        <>
          <ErrorPanel
            title={COPY.failed}
            detail={errorMessage(failed[0]?.error)}
            onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
            busy={failed.some(({ isFetching }) => isFetching)}
          />
          <LinkButton to={back} look="secondary" size="small" className="mt-6">
            {COPY.back}
          </LinkButton>
        </>
      )}
    </Container>
  );
}
