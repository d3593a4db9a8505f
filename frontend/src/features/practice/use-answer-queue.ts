// Sends an account's kept answers while its pages are open, and writes the results into the cache.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { useAccount, useSending } from '@/lib/offline/queue/account-queue';
import type { QueueState } from '@/lib/offline/queue/send-queue';

import { answerQueueOf } from './answer-queue';
import { cacheOutcome } from './api';

export function useAnswerQueue(): QueueState {
  const queryClient = useQueryClient();
  const queue = answerQueueOf(useAccount());
  useEffect(
    () => queue.onDelivered((given, outcome) => cacheOutcome(queryClient, given, outcome)),
    [queue, queryClient],
  );
  return useSending(queue);
}
