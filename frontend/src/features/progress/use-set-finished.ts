// Marks a lesson as finished or not, at once; undone when the server refuses, kept when it cannot be reached.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { NetworkError } from '@/lib/api-client';

import { reportQueueOf } from './account-queue';
import { cacheProgress, cachedProgress, saveProgress, type VideoProgress } from './api';

interface Mark {
  videoId: number;
  watchedSeconds: number;
  completed: boolean;
}

export function useSetFinished(account: number, courseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ videoId, ...change }: Mark): Promise<VideoProgress> => {
      const watchedAt = new Date().toISOString();
      const queue = reportQueueOf(account);
      // Earlier marks come first, so that the last one stands.
      await queue.flush();
      try {
        return await saveProgress(videoId, { ...change, watchedAt });
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        queue.add({ courseId, videoId, ...change, watchedAt, played: [] });
        return { videoId, ...change, lastWatched: watchedAt };
      }
    },
    onMutate: (mark) => {
      const before = cachedProgress(queryClient, courseId, mark.videoId);
      cacheProgress(queryClient, courseId, { ...mark, lastWatched: new Date().toISOString() });
      return { before };
    },
    onSuccess: (saved) => cacheProgress(queryClient, courseId, saved),
    onError: (_error, mark, context) => {
      const before = context?.before ?? {
        ...mark,
        completed: !mark.completed,
        lastWatched: new Date().toISOString(),
      };
      cacheProgress(queryClient, courseId, before);
    },
  });
}
