// The member's courses and recent lessons.
import { queryOptions } from '@tanstack/react-query';

import { api, ApiError, call, type Schemas } from '@/lib/api-client';

export type OwnCourse = Schemas['OwnCourse'];
export type RecentLesson = Schemas['RecentProgress'];

const FIVE_MINUTES_MS = 300_000;
const RETRIES = 3;

/** Retried 3 times and fresh for 5 minutes (specification, section 9); a 401 is not retried. */
export const ownCoursesQuery = queryOptions({
  queryKey: ['/api/user/courses'],
  queryFn: ({ signal }) => call(api.GET('/api/user/courses', { signal })),
  staleTime: FIVE_MINUTES_MS,
  retry: (failures, error) =>
    failures < RETRIES && !(error instanceof ApiError && error.status === 401),
});

export const recentLessonsQuery = queryOptions({
  queryKey: ['/api/user/recent-progress'],
  queryFn: ({ signal }) => call(api.GET('/api/user/recent-progress', { signal })),
});
