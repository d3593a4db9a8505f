// Marks a lesson as finished or not, at once; undone when the server refuses, kept when it cannot be reached.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { NetworkError } from '@/lib/api-client';
import { useAccount } from '@/lib/offline/queue/account-queue';
import { LIVE_MS } from '@/lib/offline/queue/send-queue';
import { serverNow } from '@/lib/server-clock';

import { cacheProgress, cachedProgress } from './api';
import { reportQueueOf } from './queue/report-queue';
import { saveProgress, type VideoProgress } from './queue/save-progress';

interface Mark {
  videoId: number;
  watchedSeconds: number;
  completed: boolean;
}

export function useSetFinished(courseId: number) {
  const queue = reportQueueOf(useAccount());
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ videoId, ...change }: Mark): Promise<VideoProgress> => {
      const markedAt = performance.now();
      const watchedAt = now();
      // Earlier marks come first, so that the last one stands.
      await queue.flush();
      try {
        const live = performance.now() - markedAt < LIVE_MS;
        return await saveProgress(videoId, live ? change : { ...change, watchedAt });
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        queue.add({ courseId, videoId, ...change, watchedAt, played: [] });
        return { videoId, ...change, lastWatched: watchedAt };
      }
    },
    onMutate: (mark) => {
      const before = cachedProgress(queryClient, courseId, mark.videoId);
      cacheProgress(queryClient, courseId, { ...mark, lastWatched: now() });
      return { before };
    },
    onSuccess: (saved) => cacheProgress(queryClient, courseId, saved),
    onError: (_error, mark, context) => {
      const before = context?.before ?? {
        ...mark,
        completed: !mark.completed,
        lastWatched: now(),
      };
      cacheProgress(queryClient, courseId, before);
    },
  });
}

function now(): string {
  return new Date(serverNow()).toISOString();
}
