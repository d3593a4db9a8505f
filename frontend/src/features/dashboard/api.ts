// The member's courses and recent lessons.
import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, ApiError, call, type Schemas } from '@/lib/api-client';
import { isShownFromKept, orKept } from '@/lib/offline/kept-answers';
import { withKeptPicture } from '@/lib/offline/kept-pictures';
import { serverNow } from '@/lib/server-clock';

export type OwnCourse = Schemas['OwnCourse'];
export type RecentLesson = Schemas['RecentProgress'];

export const OWN_COURSES_KEY = '/api/user/courses';
const ENDED_COURSES_KEY = `${OWN_COURSES_KEY}?ended=true`;

const FIVE_MINUTES_MS = 300_000;
const RETRIES = 3;

/** Retried 3 times and fresh for 5 minutes (specification, section 9); a 401 is not retried. */
export const ownCoursesQuery = queryOptions({
  queryKey: [OWN_COURSES_KEY],
  queryFn: async ({ signal }): Promise<OwnCourse[]> => {
    const courses = await orKept(OWN_COURSES_KEY, () =>
      call(api.GET('/api/user/courses', { signal })),
    );
    return isShownFromKept(OWN_COURSES_KEY) ? Promise.all(courses.map(withKeptPicture)) : courses;
  },
  staleTime: FIVE_MINUTES_MS,
  retry: (failures, error) =>
    failures < RETRIES && !(error instanceof ApiError && error.status === 401),
});

/** In which language each of the member's courses is, by its number. */
export function useCourseLanguages(): (courseId: number) => string | undefined {
  const { data: courses = [] } = useQuery(ownCoursesQuery);
  return (courseId) => courses.find(({ id }) => id === courseId)?.language;
}

/** Courses whose access has ended, the latest end first. */
export const endedCoursesQuery = queryOptions({
  queryKey: [OWN_COURSES_KEY, 'ended'],
  queryFn: async ({ signal }): Promise<OwnCourse[]> => {
    const query = { ended: true };
    const courses = await orKept(ENDED_COURSES_KEY, () =>
      call(api.GET('/api/user/courses', { params: { query }, signal })),
    );
    return courses.filter(hasEnded).toSorted((a, b) => endOf(b) - endOf(a));
  },
  staleTime: FIVE_MINUTES_MS,
});

const endOf = ({ expiresAt }: OwnCourse) =>
  expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY;

const hasEnded = (course: OwnCourse) => endOf(course) <= serverNow();

export const recentLessonsQuery = queryOptions({
  queryKey: ['/api/user/recent-progress'],
  queryFn: ({ signal }) =>
    orKept('/api/user/recent-progress', () =>
      call(api.GET('/api/user/recent-progress', { signal })),
    ),
});
