// Why the lesson does not play: a media element says only that it failed, so the server is asked. Without a connection it
// is asked again until it answers, then the lesson goes on.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

import { isStatus, NetworkError, refusalOf } from '@/lib/api-client';

import { checkAccess, refreshAccess } from '../api';
import type { LessonFailure } from './overlays/lesson-problem';

const ASK_AGAIN_MS = 5_000;

interface Options {
  courseId: number;
  lessonId: number;
  /** An address of the lesson that the server may refuse. */
  media: string | undefined;
  /** The course may be opened without access: a preview. */
  open: boolean;
  /** What must be known before the lesson goes on. */
  refresh?: () => Promise<void>;
}

export interface LessonFailureState {
  failure: LessonFailure | undefined;
  /** The number of retries. */
  attempt: number;
  fail: (failure: LessonFailure) => void;
  /** Finds out why the lesson failed. */
  diagnose: () => void;
  retry: () => void;
  clear: () => void;
}

export function useLessonFailure(options: Options): LessonFailureState {
  const { courseId, lessonId, media, open, refresh } = options;
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  // A failure belongs to one lesson and disappears with it.
  const [found, setFound] = useState<{ lessonId: number; failure: LessonFailure }>();
  const failure = found?.lessonId === lessonId ? found.failure : undefined;
  const fail = useCallback(
    (why: LessonFailure) => setFound({ lessonId, failure: why }),
    [lessonId],
  );
  // Whether the connection came back since the lesson was opened, loaded again, or played.
  const inPlayer = useRef({ lessonId, cameOnline: false });
  const clear = useCallback(() => {
    inPlayer.current.cameOnline = false;
    setFound(undefined);
  }, []);

  const ask = useCallback(async (): Promise<LessonFailure | 'answers'> => {
    try {
      if (!open) await checkAccess(queryClient, courseId);
      await refresh?.();
      const refusal = media === undefined ? null : await refusalOf(media);
      if (refusal === null) return 'answers';
      if (refusal.status === 401) return { kind: 'signed-out' };
      if (refusal.code === 'too_many_streams') {
        return { kind: 'too-many-streams', message: refusal.serverMessage ?? refusal.message };
      }
      return { kind: 'unreachable' };
    } catch (error) {
      if (isStatus(error, 401)) return { kind: 'signed-out' };
      return { kind: error instanceof NetworkError ? 'offline' : 'unreachable' };
    }
  }, [queryClient, courseId, media, open, refresh]);

  // A lesson that failed without a connection is loaded again where the connection came back before the server was asked why.
  useEffect(() => {
    const opened = { lessonId, cameOnline: false };
    inPlayer.current = opened;
    const listener = () => {
      opened.cameOnline = true;
    };
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [lessonId]);

  const retry = useCallback(() => {
    inPlayer.current.cameOnline = false;
    setFound(undefined);
    setAttempt((count) => count + 1);
    if (media === undefined) void refreshAccess(queryClient, courseId);
  }, [queryClient, courseId, media]);

  const diagnose = useCallback(() => {
    void ask().then((answer) => {
      const { lessonId: opened, cameOnline } = inPlayer.current;
      if (answer !== 'answers') fail(answer);
      else if (opened === lessonId && cameOnline) retry();
      else fail({ kind: 'unreachable' });
    });
  }, [ask, fail, retry, lessonId]);

  const askLatest = useEffectEvent(ask);
  const answered = useEffectEvent((answer: Awaited<ReturnType<typeof ask>>) => {
    if (answer === 'answers') retry();
    else fail(answer);
  });
  const offline = failure?.kind === 'offline';
  useEffect(() => {
    if (!offline) return;
    let ended = false;
    const askAgain = async () => {
      const answer = await askLatest();
      if (ended || (answer !== 'answers' && answer.kind === 'offline')) return;
      answered(answer);
    };
    const listener = () => void askAgain();
    const timer = setInterval(listener, ASK_AGAIN_MS);
    window.addEventListener('online', listener);
    return () => {
      ended = true;
      clearInterval(timer);
      window.removeEventListener('online', listener);
    };
  }, [offline]);

  return { failure, attempt, fail, diagnose, retry, clear };
}
