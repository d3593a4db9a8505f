// Connects the current lesson to its heartbeat: page visibility, the cache, logout and refusals.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';

import { isStatus, NetworkError, ApiError } from '@/lib/api-client';
import { beforeLogout } from '@/lib/before-logout';

import { cacheProgress, cachedProgress, saveProgress } from './api';
import { createHeartbeat, type Heartbeat, type ReportOutcome } from './heartbeat';
import { completes, resumePosition } from './resume';

export type Refusal = 'signed-out' | 'no-access';

interface Lesson {
  id: number;
  /** Seconds. */
  duration: number;
}

export interface ProgressReports {
  /** Where the current lesson starts, in seconds; constant while it plays. */
  startAt: number;
  moved: (seconds: number) => void;
  playing: () => void;
  paused: () => void;
  seeked: () => void;
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
    resumePosition(cachedProgress(queryClient, courseId, videoId)?.watchedSeconds ?? 0, duration);
  const [start, setStart] = useState(() => ({ videoId, seconds: startOf() }));
  if (start.videoId !== videoId) setStart({ videoId, seconds: startOf() });
  const startAt = start.seconds;

  useEffect(() => {
    let signingOut = false;
    let inFlight: Promise<unknown> = Promise.resolve();
    const report = (watchedSeconds: number): Promise<ReportOutcome> => {
      if (signingOut) return Promise.resolve('refused');
      const sent = save(watchedSeconds);
      inFlight = sent;
      return sent;
    };
    const save = async (watchedSeconds: number): Promise<ReportOutcome> => {
      cacheProgress(queryClient, courseId, {
        videoId,
        watchedSeconds,
        completed:
          (cachedProgress(queryClient, courseId, videoId)?.completed ?? false) ||
          completes(watchedSeconds, duration),
        lastWatched: new Date().toISOString(),
      });
      try {
        cacheProgress(queryClient, courseId, await saveProgress(videoId, { watchedSeconds }));
        return 'stored';
      } catch (error) {
        if (isStatus(error, 401)) refused.current('signed-out');
        if (isStatus(error, 403)) refused.current('no-access');
        return isWorthRetry(error) ? 'failed' : 'refused';
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
        return inFlight;
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
      seeked: () => heartbeat.current?.seeked(),
    }),
    [startAt],
  );
}

/** No answer, a server error and a rate limit are temporary; any other refusal is final. */
function isWorthRetry(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.status === 429);
}
