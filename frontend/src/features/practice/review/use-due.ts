// The exercises due now, without answered exercises that wait for their grade.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { useAccount } from '@/lib/offline/queue/account-queue';

import { answerQueueOf } from '../answer-queue';
import { reviewsQuery } from '../api';

export function useDue() {
  const query = useQuery(reviewsQuery);
  const queue = answerQueueOf(useAccount());
  useSyncExternalStore(queue.subscribe, queue.getState);
  const waiting = new Set(queue.items().map((one) => `${one.videoId} ${one.exercise}`));
  const due = query.data?.filter(
    ({ videoId, exercise }) => !waiting.has(`${videoId} ${exercise.id}`),
  );
  return { ...query, due };
}
