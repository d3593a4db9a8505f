// /courses/{id}: the locked course for visitors, the player for members with access.
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';

import { userQuery } from '@/features/accounts/api';
import { LockedSkeleton } from '@/features/courses/course-skeletons';
import { parseId } from '@/features/courses/lessons';
import { errorMessage } from '@/lib/api-client';
import { AccountContext } from '@/lib/offline/queue/account-queue';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';

import { Connection } from '../../layouts/connection';
import { CourseView } from './course-view';

export function Page() {
  const id = parseId(useParams().id);
  const { data: user, error, isFetching, refetch } = useQuery(userQuery);
  if (id === undefined) return <Navigate to={paths.home()} replace />;
  if (user !== undefined) {
    return (
      <AccountContext value={user?.id}>
        <CourseView
          key={id}
          courseId={id}
          user={user}
          addressOf={(lessonId, seconds) => paths.course(id, lessonId, seconds)}
        />
        {user !== null && <Connection />}
      </AccountContext>
    );
  }
  if (error === null) return <LockedSkeleton />;
  return (
    <Container className="min-h-screen py-16">
      <h1 className="sr-only">Course</h1>
      <ErrorPanel
        title="We could not check who is signed in."
        detail={errorMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    </Container>
  );
}
