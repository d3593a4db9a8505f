// The answers of each account that could not be sent: kept in this browser, and graded when the connection is back.
// Answers are not merged: each is an attempt of its own, and the server orders them by their time.
import { itemStore } from '@/lib/offline/queue/item-store';
import { keepSending } from '@/lib/offline/queue/keep-sending';
import { createSendQueue, type SendQueue } from '@/lib/offline/queue/send-queue';
import { isSignedInAs } from '@/lib/signed-in-account';

import { sendAnswer, type GivenAnswer, type Outcome } from './api';
import { parseGivenAnswer } from './given-answer';

export interface AnswerQueue extends SendQueue<GivenAnswer> {
  onGraded(listener: (given: GivenAnswer, outcome: Outcome) => void): () => void;
}

const PREFIX = 'exercise-answer';
const queues = new Map<number, AnswerQueue>();

export function answerQueueOf(account: number): AnswerQueue {
  const known = queues.get(account);
  if (known) return known;
  const listeners = new Set<(given: GivenAnswer, outcome: Outcome) => void>();
  const queue: AnswerQueue = {
    ...createSendQueue<GivenAnswer>({
      store: itemStore({
        prefix: PREFIX,
        account,
        parse: parseGivenAnswer,
        timeOf: ({ answeredAt }) => answeredAt,
      }),
      lockName: `exercise-answers:${account}`,
      isSignedIn: () => isSignedInAs(account),
      subjectOf: ({ videoId, exercise }) => `${videoId} ${exercise}`,
      send: async (given) => {
        const outcome = await sendAnswer(given);
        for (const listener of listeners) listener(given, outcome);
      },
    }),
    onGraded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  queues.set(account, queue);
  return queue;
}

/** Sends what is kept now, and again when the network is back, until the returned function is called. */
export function keepAnswering(account: number): () => void {
  return keepSending(answerQueueOf(account), PREFIX);
}

/** For tests, which each start with a new page. */
export function forgetAnswerQueues(): void {
  for (const queue of queues.values()) queue.stop();
  queues.clear();
}
