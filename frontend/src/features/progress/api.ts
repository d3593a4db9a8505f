// The member's progress in the lessons of a course: fetched once, then updated by every report.
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { api, call } from '@/lib/api-client';
import { isShownFromKept, orKept } from '@/lib/offline/kept-answers';

import type { Report } from './queue/report';
import { reportQueueOf } from './queue/report-queue';
import type { VideoProgress } from './queue/save-progress';

export type { VideoProgress };

const progressKey = (courseId: number) => `/api/courses/${courseId}/progress`;

export function courseProgressQuery(courseId: number, account: number | undefined) {
  const key = progressKey(courseId);
  return queryOptions({
    queryKey: [key],
    queryFn: async (): Promise<VideoProgress[]> => {
      const answer = await orKept(
        key,
        () => call(api.GET('/api/courses/{id}/progress', { params: { path: { id: courseId } } })),
        { course: courseId },
      );
      return account === undefined ? answer : withWaiting(answer, reportQueueOf(account).items());
    },
  });
}

/** Whether the server was not reached when progress was asked for: another device may have moved on since. */
export function isProgressOld(courseId: number): boolean {
  return isShownFromKept(progressKey(courseId));
}

/** Asks the server where the member stopped, if what is shown comes from this browser. */
export async function refreshOldProgress(queryClient: QueryClient, courseId: number) {
  if (!isProgressOld(courseId)) return;
  await queryClient.invalidateQueries({ queryKey: [progressKey(courseId)] });
}

/** Of each lesson the newest, by the time at which it was so: what was answered, or a report that waits to be sent. */
export function withWaiting(
  answer: readonly VideoProgress[],
  reports: readonly Pick<Report, 'videoId' | 'watchedSeconds' | 'completed' | 'watchedAt'>[],
): VideoProgress[] {
  const newest = new Map(answer.map((item) => [item.videoId, item]));
  for (const { videoId, watchedSeconds, completed, watchedAt } of reports) {
    const before = newest.get(videoId);
    const isOlder = before && Date.parse(before.lastWatched) > Date.parse(watchedAt);
    newest.set(videoId, {
      videoId,
      completed: completed ?? before?.completed ?? false,
      watchedSeconds: isOlder ? before.watchedSeconds : watchedSeconds,
      lastWatched: isOlder ? before.lastWatched : watchedAt,
    });
  }
  return [...newest.values()];
}

export function cachedProgress(
  queryClient: QueryClient,
  courseId: number,
  videoId: number,
): VideoProgress | undefined {
  return queryClient
    .getQueryData<VideoProgress[]>([progressKey(courseId)])
    ?.find((item) => item.videoId === videoId);
}

/** Writes one lesson's progress into the cache, before or after the server has stored it. */
export function cacheProgress(
  queryClient: QueryClient,
  courseId: number,
  changed: VideoProgress,
): void {
  const queryKey = [progressKey(courseId)];
  const list = queryClient.getQueryData<VideoProgress[]>(queryKey);
  if (!list) return;
  const before = list.find((item) => item.videoId === changed.videoId);
  queryClient.setQueryData(queryKey, [
    ...list.filter((item) => item.videoId !== changed.videoId),
    changed,
  ]);
  void queryClient.invalidateQueries({ queryKey: ['/api/user/recent-progress'] });
  if ((before?.completed ?? false) !== changed.completed) {
    // Fetched by the page that shows it next: a fetch now could be answered before the report is stored.
    void queryClient.invalidateQueries({ queryKey: ['/api/user/courses'], refetchType: 'none' });
  }
}
