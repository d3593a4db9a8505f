// Where a member is in the lessons of a course: read once, then kept right by every report.
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

/** `keepalive` lets the report arrive when the page is gone before the answer comes. */
export function saveProgress(videoId: number, change: Change): Promise<VideoProgress> {
  return call(
    api.PUT('/api/videos/{id}/progress', {
      params: { path: { id: videoId } },
      body: change,
      keepalive: true,
    }),
  );
}

export function readProgress(
  queryClient: QueryClient,
  courseId: number,
  videoId: number,
): VideoProgress | undefined {
  return queryClient
    .getQueryData(courseProgressQuery(courseId).queryKey)
    ?.find((item) => item.videoId === videoId);
}

/** Writes one lesson's progress into what is known, before or after the server has it. */
export function noteProgress(
  queryClient: QueryClient,
  courseId: number,
  changed: VideoProgress,
): void {
  const { queryKey } = courseProgressQuery(courseId);
  const known = queryClient.getQueryData(queryKey);
  if (!known) return;
  const before = known.find((item) => item.videoId === changed.videoId);
  queryClient.setQueryData(queryKey, [
    ...known.filter((item) => item.videoId !== changed.videoId),
    changed,
  ]);
  void queryClient.invalidateQueries({ queryKey: ['/api/user/recent-progress'] });
  if ((before?.completed ?? false) !== changed.completed) {
    void queryClient.invalidateQueries({ queryKey: ['/api/user/courses'] });
  }
}

/** The member's own word on whether a lesson is finished; taken back when the server does not take it. */
export function useSetFinished(courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ videoId, ...change }: Change & { videoId: number; completed: boolean }) =>
      saveProgress(videoId, change),
    onMutate: ({ videoId, watchedSeconds, completed }) => {
      const before = readProgress(queryClient, courseId, videoId);
      const lastWatched = new Date().toISOString();
      noteProgress(queryClient, courseId, { videoId, watchedSeconds, completed, lastWatched });
      return { before };
    },
    onSuccess: (saved) => noteProgress(queryClient, courseId, saved),
    onError: (_error, { videoId, watchedSeconds, completed }, context) => {
      const lastWatched = new Date().toISOString();
      const before = context?.before ?? {
        videoId,
        watchedSeconds,
        completed: !completed,
        lastWatched,
      };
      noteProgress(queryClient, courseId, before);
    },
  });
}
