// One exercise's answer on its way: checked, kept without a connection until it is graded, or refused.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { ApiError, isStatus, NetworkError } from '@/lib/api-client';
import { useAccount } from '@/lib/offline/queue/account-queue';
import { serverNow } from '@/lib/server-clock';

import { answerQueueOf } from './answer-queue';
import {
  cacheOutcome,
  outcomeQuery,
  sendAnswer,
  type Answer,
  type GivenAnswer,
  type Outcome,
} from './api';

export interface ExercisePlace {
  courseId: number;
  videoId: number;
  exercise: string;
}

export type AnswerState =
  | { status: 'open' }
  | { status: 'kept'; given: GivenAnswer }
  | { status: 'graded'; given: GivenAnswer; outcome: Outcome }
  | { status: 'failed'; message: string };

/** What the member gave last; the result is in the cache. */
interface Attempt {
  given: GivenAnswer;
  /** Why it was not graded. */
  failure?: string;
}

const COPY = {
  gone: 'This exercise is no longer part of the lesson. Reload the page to see what has changed.',
  closed: 'The course is not open to you any more, so the answer was not graded.',
};

export function useAnswer(place: ExercisePlace) {
  const { courseId, videoId, exercise } = place;
  const queryClient = useQueryClient();
  const queue = answerQueueOf(useAccount());
  const [attempt, setAttempt] = useState<Attempt | undefined>(() => {
    const given = queue
      .items()
      .findLast((one) => one.videoId === videoId && one.exercise === exercise);
    return given && { given };
  });
  const { data: outcome } = useQuery(
    outcomeQuery({ videoId, exercise, answeredAt: attempt?.given.answeredAt ?? '' }),
  );

  useEffect(
    () =>
      queue.onRefused((given, error) => {
        if (error.status === 401) return;
        setAttempt((before) =>
          before?.failure === undefined && isSame(before?.given, given)
            ? { given, failure: messageOf(error) }
            : before,
        );
      }),
    [queue],
  );

  const sending = useMutation({
    mutationFn: async (given: GivenAnswer): Promise<void> => {
      // Earlier answers come first, so that the last one stands.
      await queue.flush();
      try {
        cacheOutcome(queryClient, given, await sendAnswer(given));
      } catch (error) {
        const signedOut = isStatus(error, 401);
        if (!(error instanceof NetworkError) && !signedOut) throw error;
        // Sent after the next sign-in or when the connection is back.
        queue.add(given);
        if (signedOut) void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
      }
    },
    onSuccess: (_, given) => setAttempt({ given }),
    onError: (error, given) => setAttempt({ given, failure: messageOf(error) }),
  });

  return {
    state: stateOf(attempt, outcome),
    sending: sending.isPending,
    send: (answer: Answer) => {
      const answeredAt = new Date(serverNow()).toISOString();
      sending.mutate({ courseId, videoId, exercise, answer, answeredAt });
    },
    /** The form again, for another try. */
    reopen: () => setAttempt(undefined),
  };
}

function stateOf(attempt: Attempt | undefined, outcome: Outcome | undefined): AnswerState {
  if (attempt === undefined) return { status: 'open' };
  const { given, failure } = attempt;
  if (failure !== undefined) return { status: 'failed', message: failure };
  return outcome ? { status: 'graded', given, outcome } : { status: 'kept', given };
}

function isSame(one: GivenAnswer | undefined, other: GivenAnswer): boolean {
  return (
    one?.videoId === other.videoId &&
    one.exercise === other.exercise &&
    one.answeredAt === other.answeredAt
  );
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 404) return COPY.gone;
  if (error.status === 403) return COPY.closed;
  return error.fields.answer ?? error.serverMessage ?? error.message;
}
