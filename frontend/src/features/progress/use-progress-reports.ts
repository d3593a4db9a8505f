// Connects the current lesson to its reporter and the account's report queue: page visibility, the cache, logout and
// refusals.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import { ApiError, isStatus } from '@/lib/api-client';
import { beforeLogout } from '@/lib/before-logout';

import { reportQueueOf } from './account-queue';
import { cacheProgress, cachedProgress } from './api';
import { createLessonReporter, type LessonReport, type LessonReporter } from './lesson-reporter';
import { completes, resumePosition } from './resume';

export type Refusal =
  | { kind: 'signed-out' }
  | { kind: 'no-access' }
  /** The server's sentence names the devices. */
  | { kind: 'too-many-streams'; message: string };

interface Lesson {
  id: number;
  /** Seconds. */
  duration: number;
}

interface Options {
  account: number;
  courseId: number;
  lesson: Lesson;
  /** Where the address says that the lesson starts, in seconds; else where the member stopped. */
  startAt: number | undefined;
  onRefused: (refusal: Refusal) => void;
}

export interface ProgressReports {
  /** Where the current lesson starts, in seconds; constant while it plays. */
  startAt: number;
  moved: (seconds: number) => void;
  playing: () => void;
  paused: () => void;
  seeking: () => void;
  seeked: () => void;
}

export function useProgressReports(options: Options): ProgressReports {
  const { account, courseId, lesson, onRefused } = options;
  const queryClient = useQueryClient();
  const reporter = useRef<LessonReporter | null>(null);
  const refused = useEffectEvent(onRefused);

  const { id: videoId, duration } = lesson;
  const startOf = () => {
    if (options.startAt !== undefined) return Math.min(options.startAt, duration);
    const stored = cachedProgress(queryClient, courseId, videoId)?.watchedSeconds ?? 0;
    return resumePosition(stored, duration);
  };
  const [start, setStart] = useState(() => ({ videoId, seconds: startOf() }));
  if (start.videoId !== videoId) setStart({ videoId, seconds: startOf() });
  const startAt = start.seconds;

  useEffect(() => {
    const queue = reportQueueOf(account);
    let signingOut = false;
    const report = ({ watchedSeconds, played, leaving }: LessonReport) => {
      if (signingOut) return;
      const watchedAt = new Date().toISOString();
      const before = cachedProgress(queryClient, courseId, videoId)?.completed ?? false;
      const completed = before || completes(watchedSeconds, duration);
      cacheProgress(queryClient, courseId, {
        videoId,
        watchedSeconds,
        completed,
        lastWatched: watchedAt,
      });
      queue.add({ courseId, videoId, watchedSeconds, watchedAt, played }, { leaving });
    };
    const current = createLessonReporter(startAt, report);
    reporter.current = current;

    const hidden = () => {
      if (document.visibilityState === 'hidden') current.left();
    };
    const gone = () => current.left();
    const forgetLogout = beforeLogout({
      finish: () => {
        current.left();
        signingOut = true;
        return queue.flush();
      },
      resume: () => {
        signingOut = false;
      },
    });
    const forgetRefusals = queue.onRefused((about, error) => {
      const refusal = about.videoId === videoId ? refusalOf(error) : undefined;
      if (refusal) refused(refusal);
    });
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', gone);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', gone);
      forgetLogout();
      forgetRefusals();
      current.stop();
      reporter.current = null;
    };
  }, [queryClient, account, courseId, videoId, duration, startAt]);

  return useMemo(
    () => ({
      startAt,
      moved: (seconds) => reporter.current?.moved(seconds),
      playing: () => reporter.current?.playing(),
      paused: () => reporter.current?.paused(),
      seeking: () => reporter.current?.seeking(),
      seeked: () => reporter.current?.seeked(),
    }),
    [startAt],
  );
}

function refusalOf(error: unknown): Refusal | undefined {
  if (isStatus(error, 401)) return { kind: 'signed-out' };
  if (!(error instanceof ApiError) || error.status !== 403) return undefined;
  if (error.code !== 'too_many_streams') return { kind: 'no-access' };
  return { kind: 'too-many-streams', message: error.serverMessage ?? error.message };
}
