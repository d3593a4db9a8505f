// Loads a course and decides what is shown: the player, the locked course, an error with a retry button, or, for an
// unknown course, the home page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';

import { userQuery, type User } from '@/features/accounts/api';
import { accessQuery, courseQuery, hasAddresses, sectionsQuery } from '@/features/courses/api';
import { CourseContext } from '@/features/courses/course-context';
import { LockedSkeleton, WatchSkeleton } from '@/features/courses/course-skeletons';
import { inOrder, requestedLesson } from '@/features/courses/lessons';
import { LockedCourse } from '@/features/courses/locked/locked-course';
import { formatPrice } from '@/features/courses/locked/price';
import { SubscribeButton } from '@/features/courses/locked/subscribe-button';
import { courseProgressQuery } from '@/features/progress/api';
import { errorMessage, isStatus } from '@/lib/api-client';
import { useHead } from '@/lib/head';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';

import { lazyModule } from '../../loading/lazy-module';
import { watchCourse } from './watch-module';

const previewStage = lazyModule(() => import('./stage/preview-stage'));
/** Loaded from here, where most of its parts are named already. */
export const runRoom = lazyModule(() => import('./run/run-room'));

interface CourseViewProps {
  courseId: number;
  user: User | null;
  addressOf: (lessonId?: number, seconds?: number) => string;
}

export function CourseView({ courseId, user, addressOf }: CourseViewProps) {
  const queryClient = useQueryClient();
  const [search] = useSearchParams();
  const signedIn = user !== null;
  const course = useQuery(courseQuery(courseId));
  const sections = useQuery(sectionsQuery(courseId));
  const access = useQuery({ ...accessQuery(courseId), enabled: signedIn });
  const progress = useQuery({ ...courseProgressQuery(courseId, user?.id), enabled: signedIn });

  const hasAccess = signedIn && access.data?.hasAccess === true;
  // An access that was revoked while watching may have no end date.
  const [hadAccess, setHadAccess] = useState(false);
  if (hasAccess && !hadAccess) setHadAccess(true);
  // The player's page sets a title with the lesson's name.
  useHead(hasAccess ? null : (course.data ?? null));

  const onSignedOut = useCallback(() => {
    queryClient.setQueryData(userQuery.queryKey, null);
  }, [queryClient]);
  const sessionEnded = signedIn && (isStatus(access.error, 401) || isStatus(progress.error, 401));
  useEffect(() => {
    if (sessionEnded) onSignedOut();
  }, [sessionEnded, onSignedOut]);
  useEffect(() => {
    if (signedIn) void watchCourse.load();
  }, [signedIn]);

  if (isStatus(course.error, 404)) return <Navigate to={paths.home()} replace />;

  const needed = [
    course,
    sections,
    ...(signedIn ? [access] : []),
    ...(hasAccess ? [progress] : []),
  ];
  const failed = needed.filter(({ error, data }) => error !== null && data === undefined);
  if (failed.length > 0 && !sessionEnded) {
    return (
      <Container className="min-h-screen py-16">
        <h1 className="sr-only">Course</h1>
        <ErrorPanel
          title="We could not load the course."
          detail={errorMessage(failed[0]?.error)}
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      </Container>
    );
  }

  const inCourse = (page: ReactNode) => (
    <CourseContext value={{ id: courseId, language: course.data?.language, addressOf }}>
      {page}
    </CourseContext>
  );
  const waiting = signedIn ? <WatchSkeleton /> : <LockedSkeleton />;
  if (!course.data || !sections.data || (signedIn && !access.data)) return waiting;

  if (user !== null && hasAccess && access.data) {
    // Lessons fetched before the access began have no addresses; the new answer is loading.
    if (!progress.data || (!hasAddresses(sections.data) && sections.isFetching)) return waiting;
    return inCourse(
      <Suspense fallback={waiting}>
        <Watch
          user={user}
          course={course.data}
          sections={sections.data}
          access={access.data}
          progress={progress.data}
          onSignedOut={onSignedOut}
        />
      </Suspense>,
    );
  }
  const endedAt = (signedIn && access.data?.expiresAt) || undefined;
  const requested = requestedLesson(search);
  const preview = inOrder(sections.data).find(({ id, preview: open }) => open && id === requested);
  return inCourse(
    <LockedCourse
      course={course.data}
      sections={sections.data}
      ended={signedIn && (hadAccess || endedAt !== undefined)}
      endedAt={endedAt}
      preview={
        preview && {
          id: preview.id,
          stage: (
            <Suspense fallback={<div className="ink-band min-h-[60vh]" />}>
              <Preview courseTitle={course.data.title} lesson={preview} />
            </Suspense>
          ),
        }
      }
      subscribe={
        <SubscribeButton
          courseId={courseId}
          label={`Subscribe Now (${formatPrice(course.data.price)})`}
          signedIn={signedIn}
          returnTo={addressOf(requestedLesson(search))}
          onSignedOut={onSignedOut}
        />
      }
    />,
  );
}

type WatchProps = Parameters<Awaited<ReturnType<typeof watchCourse.load>>['WatchCourse']>[0];

function Watch(props: WatchProps) {
  const { WatchCourse } = watchCourse.read();
  return <WatchCourse {...props} />;
}

type PreviewProps = Parameters<Awaited<ReturnType<typeof previewStage.load>>['PreviewStage']>[0];

function Preview(props: PreviewProps) {
  const { PreviewStage } = previewStage.read();
  return <PreviewStage {...props} />;
}
