// The dashboard: what is due, the next live session, the member's courses, the recent lessons, and cards about Discord and the app.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { isWhole } from '@/features/accounts/api';
import { ownCoursesQuery, recentLessonsQuery, useCourseLanguages } from '@/features/dashboard/api';
import { ContinueLearning } from '@/features/dashboard/continue-learning';
import { CourseGrid } from '@/features/dashboard/course-grid';
import { DashboardSkeleton } from '@/features/dashboard/dashboard-skeleton';
import { EmptyState } from '@/features/dashboard/empty-state';
import { MobileAppCard } from '@/features/dashboard/mobile-app-card';
import { liveQuery } from '@/features/live/api';
import { NextLive } from '@/features/live/soon/next-live';
import { DueNotice } from '@/features/practice/review/due-notice';
import { useDue } from '@/features/practice/review/use-due';
import { openRunsQuery } from '@/features/replay/api';
import { LinkCard } from '@/features/discord/link-card';
import { useEarlyLesson } from '@/features/courses/lesson/use-early-lesson';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { ErrorPanel } from '@/ui/error-panel';
import { LinkButton } from '@/ui/link-button';

import { useUser } from '../../require-user';
import { Band } from './band';
import { NoCourseYet } from './no-course-yet';
import { OwnEndedCourses } from './own-ended-courses';
import { coursePicture } from './own-course-picture';
import { positionOf } from './position-of';
import { courseTerm } from './course-term';

const COPY = {
  courses: 'My Courses',
  noCourses: {
    title: 'No Courses Yet',
    text: 'Browse our available courses and start your trading journey.',
    action: 'Browse Courses',
  },
  recent: 'Continue Learning',
  dueFailed: 'What is due for review could not be loaded.',
};

type FirstLoad = Pick<UseQueryResult, 'isPending' | 'failureCount' | 'errorUpdateCount'>;

/** Neither data nor an error yet. */
function isFirstLoad(query: FirstLoad): boolean {
  const { isPending, failureCount, errorUpdateCount } = query;
  return isPending && failureCount === 0 && errorUpdateCount === 0;
}

export function Page() {
  const user = useUser();
  const courses = useQuery(ownCoursesQuery);
  // A lesson of an ended course would lead to a locked page.
  const lessons = useQuery({
    ...recentLessonsQuery,
    select: (recent) =>
      recent.filter(({ modelId }) => courses.data?.some((course) => course.id === modelId) ?? true),
  });
  // If this request fails, its step is left out.
  const runs = useQuery(openRunsQuery);
  const reviews = useDue();
  const live = useQuery(liveQuery);
  const languageOf = useCourseLanguages();
  useEarlyLesson();
  // The first load shows one placeholder for the whole page, so that no part shifts when another arrives.
  const loading = [courses, lessons, runs, reviews, live].some(isFirstLoad);

  return (
    <>
      <Band
        username={user.username}
        loading={loading}
        run={runs.data?.[0]}
        lesson={lessons.data?.find(({ completed }) => !completed)}
        languageOf={languageOf}
      />
      {loading ? (
        <Container key="loading" className="pt-10">
          <DashboardSkeleton />
        </Container>
      ) : (
        <Container key="loaded" className="grid gap-14 pt-10">
          {reviews.due === undefined && reviews.error !== null && (
            <ErrorPanel
              title={COPY.dueFailed}
              onRetry={() => void reviews.refetch()}
              busy={reviews.isFetching}
            />
          )}
          {reviews.due && reviews.due.length > 0 && (
            <DueNotice due={reviews.due} address={paths.review()} />
          )}
          <section aria-labelledby="my-courses" className="min-w-0">
            <h2 id="my-courses" className="mb-6 text-xl">
              {COPY.courses}
            </h2>
            <CourseGrid
              query={courses}
              action="Start Learning"
              level="h3"
              pictureOf={coursePicture}
              termOf={courseTerm}
              empty={
                <EmptyState title={COPY.noCourses.title} text={COPY.noCourses.text}>
                  <LinkButton to={paths.portalCourses()}>{COPY.noCourses.action}</LinkButton>
                  <NoCourseYet />
                </EmptyState>
              }
            />
          </section>
          <OwnEndedCourses />
          <NextLive />
          <section aria-labelledby="continue-learning" className="min-w-0">
            <h2 id="continue-learning" className="mb-6 text-xl">
              {COPY.recent}
            </h2>
            <ContinueLearning query={lessons} positionOf={positionOf} languageOf={languageOf} />
          </section>
          <div className="divide-y divide-line border-y border-line">
            {isWhole(user) && <LinkCard linked={Boolean(user.discordUserId)} />}
            <MobileAppCard />
          </div>
        </Container>
      )}
    </>
  );
}
