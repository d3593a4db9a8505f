// Joins the lesson in view to its heartbeat: the page's comings and goings, the cache, and refusals.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';

import { isStatus, NetworkError, ApiError } from '@/lib/api-client';
import { beforeLogout } from '@/lib/before-logout';

import { noteProgress, readProgress, saveProgress } from './api';
import { createHeartbeat, type Heartbeat, type ReportOutcome } from './heartbeat';
import { completes, resumePosition } from './resume';

export type Refusal = 'signed-out' | 'no-access';

interface Lesson {
  id: number;
  /** Seconds. */
  duration: number;
}

export interface ProgressReports {
  /** Where the lesson in view starts, in seconds; does not move while it plays. */
  startAt: number;
  moved: (seconds: number) => void;
  playing: () => void;
  paused: () => void;
  jumped: () => void;
}

export function useProgressReports(
  courseId: number,
  lesson: Lesson,
  onRefused: (refusal: Refusal) => void,
): ProgressReports {
  const queryClient = useQueryClient();
  const heartbeat = useRef<Heartbeat | null>(null);
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });

  const { id: videoId, duration } = lesson;
  const startOf = () =>
    resumePosition(readProgress(queryClient, courseId, videoId)?.watchedSeconds ?? 0, duration);
  const [start, setStart] = useState(() => ({ videoId, seconds: startOf() }));
  if (start.videoId !== videoId) setStart({ videoId, seconds: startOf() });
  const startAt = start.seconds;

  useEffect(() => {
    let signingOut = false;
    let underWay: Promise<unknown> = Promise.resolve();
    const report = (watchedSeconds: number): Promise<ReportOutcome> => {
      if (signingOut) return Promise.resolve('refused');
      const sent = save(watchedSeconds);
      underWay = sent;
      return sent;
    };
    const save = async (watchedSeconds: number): Promise<ReportOutcome> => {
      noteProgress(queryClient, courseId, {
        videoId,
        watchedSeconds,
        completed:
          (readProgress(queryClient, courseId, videoId)?.completed ?? false) ||
          completes(watchedSeconds, duration),
        lastWatched: new Date().toISOString(),
      });
      try {
        noteProgress(queryClient, courseId, await saveProgress(videoId, { watchedSeconds }));
        return 'kept';
      } catch (error) {
        if (isStatus(error, 401)) refused.current('signed-out');
        if (isStatus(error, 403)) refused.current('no-access');
        return isWorthAnotherTry(error) ? 'failed' : 'refused';
      }
    };
    const current = createHeartbeat(startAt, report);
    heartbeat.current = current;

    const hidden = () => {
      if (document.visibilityState === 'hidden') current.left();
    };
    const gone = () => current.left();
    const online = () => current.retryNow();
    const forgetLogout = beforeLogout({
      finish: () => {
        current.left();
        signingOut = true;
        return underWay;
      },
      resume: () => {
        signingOut = false;
        current.retryNow();
      },
    });
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', gone);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', gone);
      window.removeEventListener('online', online);
      forgetLogout();
      current.stop();
      heartbeat.current = null;
    };
  }, [queryClient, courseId, videoId, duration, startAt]);

  return useMemo(
    () => ({
      startAt,
      moved: (seconds) => heartbeat.current?.moved(seconds),
      playing: () => heartbeat.current?.playing(),
      paused: () => heartbeat.current?.paused(),
      jumped: () => heartbeat.current?.jumped(),
    }),
    [startAt],
  );
}

/** Silence, a tired server and a limit pass; any other refusal stays one. */
function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}
