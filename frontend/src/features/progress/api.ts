// The member's progress in the lessons of a course: fetched once, then updated by every report.
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';
import { orKept } from '@/lib/offline/kept-answers';

export type VideoProgress = Schemas['Progress'];

/** A change of progress, as the call takes it. */
export interface ProgressChange {
  watchedSeconds: number;
  /** Only when the member marked the lesson. */
  completed?: boolean;
  /** When it was so (RFC 3339). */
  watchedAt?: string;
  /** Seconds played since the last report. */
  played?: number[][];
}

export function courseProgressQuery(courseId: number) {
  return queryOptions({
    queryKey: [`/api/courses/${courseId}/progress`],
    queryFn: () =>
      orKept(
        `/api/courses/${courseId}/progress`,
        () => call(api.GET('/api/courses/{id}/progress', { params: { path: { id: courseId } } })),
        { course: courseId },
      ),
  });
}

/** A report without an answer for this long has failed. */
const ANSWER_TIMEOUT_MS = 20_000;

/** `keepalive` lets the request finish after the page is closed. */
export function saveProgress(videoId: number, change: ProgressChange): Promise<VideoProgress> {
  return call(
    api.PUT('/api/videos/{id}/progress', {
      params: { path: { id: videoId } },
      body: change,
      keepalive: true,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }),
  );
}

export function cachedProgress(
  queryClient: QueryClient,
  courseId: number,
  videoId: number,
): VideoProgress | undefined {
  return queryClient
    .getQueryData(courseProgressQuery(courseId).queryKey)
    ?.find((item) => item.videoId === videoId);
}

/** Writes one lesson's progress into the cache, before or after the server has stored it. */
export function cacheProgress(
  queryClient: QueryClient,
  courseId: number,
  changed: VideoProgress,
): void {
  const { queryKey } = courseProgressQuery(courseId);
  const list = queryClient.getQueryData(queryKey);
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
