// What is due now, without what was answered and waits to be graded.
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { answerQueueOf } from '../answer-queue';
import { reviewsQuery } from '../api';

export function useDue(account: number) {
  const query = useQuery(reviewsQuery);
  const queue = answerQueueOf(account);
  useSyncExternalStore(queue.subscribe, queue.getState);
  const waiting = new Set(queue.items().map((one) => `${one.videoId} ${one.exercise}`));
  const due = query.data?.filter(
    ({ videoId, exercise }) => !waiting.has(`${videoId} ${exercise.id}`),
  );
  return { ...query, due };
}
