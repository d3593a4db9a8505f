// One exercise's answer on its way: checked, kept without a connection until it is graded, or refused.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { ApiError, isStatus, NetworkError } from '@/lib/api-client';

import { answerQueueOf } from './answer-queue';
import { cacheOutcome, sendAnswer, type Answer, type GivenAnswer, type Outcome } from './api';

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

const COPY = {
  gone: 'This exercise is no longer part of the lesson. Reload the page to see what has changed.',
  closed: 'The course is not open to you any more, so the answer was not graded.',
};

export function useAnswer(account: number, place: ExercisePlace) {
  const { courseId, videoId, exercise } = place;
  const queryClient = useQueryClient();
  const queue = answerQueueOf(account);
  const [state, setState] = useState<AnswerState>(() => {
    const given = queue
      .items()
      .findLast((one) => one.videoId === videoId && one.exercise === exercise);
    return given ? { status: 'kept', given } : { status: 'open' };
  });

  useEffect(() => {
    const isKept = (given: GivenAnswer) => (before: AnswerState) =>
      before.status === 'kept' &&
      before.given.videoId === given.videoId &&
      before.given.exercise === given.exercise &&
      before.given.answeredAt === given.answeredAt;
    const forgetGraded = queue.onGraded((given, outcome) =>
      setState((before) => (isKept(given)(before) ? { status: 'graded', given, outcome } : before)),
    );
    const forgetRefused = queue.onRefused((given, error) =>
      setState((before) =>
        isKept(given)(before) && error.status !== 401
          ? { status: 'failed', message: messageOf(error) }
          : before,
      ),
    );
    return () => {
      forgetGraded();
      forgetRefused();
    };
  }, [queue]);

  const sending = useMutation({
    mutationFn: async (given: GivenAnswer): Promise<AnswerState> => {
      // Earlier answers come first, so that the last one stands.
      await queue.flush();
      try {
        return { status: 'graded', given, outcome: await sendAnswer(given) };
      } catch (error) {
        const signedOut = isStatus(error, 401);
        if (!(error instanceof NetworkError) && !signedOut) throw error;
        // Sent after the next sign-in or when the connection is back.
        queue.add(given);
        if (signedOut) void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
        return { status: 'kept', given };
      }
    },
    onSuccess: (next) => {
      setState(next);
      if (next.status === 'graded') cacheOutcome(queryClient, next.given, next.outcome);
    },
    onError: (error) => setState({ status: 'failed', message: messageOf(error) }),
  });

  return {
    state,
    sending: sending.isPending,
    send: (answer: Answer) =>
      sending.mutate({ courseId, videoId, exercise, answer, answeredAt: new Date().toISOString() }),
    /** The form again, for another try. */
    reopen: () => setState({ status: 'open' }),
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 404) return COPY.gone;
  if (error.status === 403) return COPY.closed;
  return error.fields.answer ?? error.serverMessage ?? error.message;
}
