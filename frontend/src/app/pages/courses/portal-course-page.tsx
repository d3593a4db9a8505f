// /portal/course/{id}: the same course in the portal.
import { Navigate, useParams } from 'react-router-dom';

import { parseId } from '@/features/courses/lessons';
import { paths } from '@/lib/paths';

import { useUser } from '../../require-user';
import { CourseView } from './course-view';
import { watchCourse } from './watch-module';

// With this page, also when a link to it is only pointed at: the player is most probably what it shows.
watchCourse.prefetch();

export function Page() {
  const id = parseId(useParams().id);
  const user = useUser();
  if (id === undefined) return <Navigate to={paths.home()} replace />;
  return (
    <CourseView
      key={id}
      courseId={id}
      user={user}
      addressOf={(lessonId, seconds) => paths.portalCourse(id, lessonId, seconds)}
    />
  );
}
