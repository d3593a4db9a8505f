// Sends an account's kept answers while its pages are open, writes the results into the cache, and lets a logout wait for
// them.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { beforeLogout } from '@/lib/before-logout';
import type { QueueState } from '@/lib/offline/queue/send-queue';

import { answerQueueOf, keepAnswering } from './answer-queue';
import { cacheOutcome } from './api';

export function useAnswerQueue(account: number): QueueState {
  const queryClient = useQueryClient();
  const queue = answerQueueOf(account);
  useEffect(
    () => queue.onGraded((given, outcome) => cacheOutcome(queryClient, given, outcome)),
    [queue, queryClient],
  );
  useEffect(() => keepAnswering(account), [account]);
  useEffect(() => beforeLogout({ finish: () => queue.flush(), resume: () => {} }), [queue]);
  return useSyncExternalStore(queue.subscribe, queue.getState);
}
