// The member's progress in the lessons of a course: fetched once, then updated by every report.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

export type VideoProgress = Schemas['Progress'];

type Change = { watchedSeconds: number; completed?: boolean };

export function courseProgressQuery(courseId: number) {
  return queryOptions({
    queryKey: [`/api/courses/${courseId}/progress`],
    queryFn: () =>
      call(api.GET('/api/courses/{id}/progress', { params: { path: { id: courseId } } })),
  });
}

/** `keepalive` lets the request finish after the page is closed. */
export function saveProgress(videoId: number, change: Change): Promise<VideoProgress> {
  return call(
    api.PUT('/api/videos/{id}/progress', {
      params: { path: { id: videoId } },
      body: change,
      keepalive: true,
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
    void queryClient.invalidateQueries({ queryKey: ['/api/user/courses'] });
  }
}

/** Marks a lesson as finished or not, at once; undone when the server refuses. */
export function useSetFinished(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ videoId, ...change }: Change & { videoId: number; completed: boolean }) =>
      saveProgress(videoId, change),
    onMutate: ({ videoId, watchedSeconds, completed }) => {
      const before = cachedProgress(queryClient, courseId, videoId);
      const lastWatched = new Date().toISOString();
      cacheProgress(queryClient, courseId, { videoId, watchedSeconds, completed, lastWatched });
      return { before };
    },
    onSuccess: (saved) => cacheProgress(queryClient, courseId, saved),
    onError: (_error, { videoId, watchedSeconds, completed }, context) => {
      const lastWatched = new Date().toISOString();
      const before = context?.before ?? {
        videoId,
        watchedSeconds,
        completed: !completed,
        lastWatched,
      };
      cacheProgress(queryClient, courseId, before);
    },
  });
}
