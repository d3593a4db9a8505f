// /portal/course/{id}: the same course in the portal, or a run of one of its markets.
import { Navigate, useParams } from 'react-router-dom';

import { parseId } from '@/features/courses/lessons';
import { paths } from '@/lib/paths';

import { useUser } from '../../require-user';
import { useRun } from '../../routing/use-run';
import { CourseView, runRoom } from './course-view';
import { watchCourse } from './watch-module';

// With this page, also when a link to it is only pointed at: the player is most probably what it shows.
watchCourse.prefetch();

export function Page() {
  const id = parseId(useParams().id);
  const user = useUser();
  const run = useRun();
  if (id === undefined) return <Navigate to={paths.home()} replace />;
  if (run !== undefined) {
    const { RunRoom } = runRoom.read();
    return <RunRoom key={run} courseId={id} runId={run} />;
  }
  return (
    <CourseView
      key={id}
      courseId={id}
      user={user}
      addressOf={(lessonId, seconds) => paths.portalCourse(id, lessonId, seconds)}
    />
  );
}
