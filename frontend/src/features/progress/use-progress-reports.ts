// Connects the current lesson to its reporter and the account's report queue: page visibility, the cache, logout and
// refusals.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import { ApiError, isStatus } from '@/lib/api-client';
import { beforeLogout } from '@/lib/before-logout';
import { useAccount } from '@/lib/offline/queue/account-queue';
import { serverNow } from '@/lib/server-clock';

import { cacheProgress, cachedProgress, isProgressOld, refreshOldProgress } from './api';
import { createLessonReporter, type LessonReport, type LessonReporter } from './lesson-reporter';
import { reportQueueOf } from './queue/report-queue';
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
  courseId: number;
  lesson: Lesson;
  /** Where the address says that the lesson starts, in seconds; else where the member stopped. */
  requested: number | undefined;
  /** Tells what the member does in the lesson. */
  playback: {
    listen: (listener: LessonReporter & { loaded: () => void }) => () => void;
    hasBegun: () => boolean;
  };
  onRefused: (refusal: Refusal) => void;
}

/** Where the current lesson starts, in seconds: the same while it plays. */
export function useProgressReports(options: Options): number {
  const { courseId, lesson, playback, onRefused } = options;
  const account = useAccount();
  const queryClient = useQueryClient();
  const refused = useEffectEvent(onRefused);

  const { id: videoId, duration } = lesson;
  const startOf = () => {
    if (options.requested !== undefined) return Math.min(options.requested, duration);
    const stored = cachedProgress(queryClient, courseId, videoId)?.watchedSeconds ?? 0;
    return resumePosition(stored, duration);
  };
  const decide = () => ({ videoId, seconds: startOf(), isOld: isProgressOld(courseId) });
  const [start, setStart] = useState(decide);
  // What this browser kept may be behind another device: the server's answer counts until the lesson begins.
  const isNewer = start.isOld && !isProgressOld(courseId) && !playback.hasBegun();
  if (start.videoId !== videoId || isNewer) setStart(decide());
  const startAt = start.seconds;

  useEffect(() => {
    const queue = reportQueueOf(account);
    let signingOut = false;
    const report = ({ watchedSeconds, played, leaving }: LessonReport) => {
      if (signingOut) return;
      const watchedAt = new Date(serverNow()).toISOString();
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
    const forgetPlayback = playback.listen({
      ...current,
      // The server can be reached, though it could not when progress was asked for.
      loaded: () => void refreshOldProgress(queryClient, courseId),
    });
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
      forgetPlayback();
      forgetLogout();
      forgetRefusals();
      current.stop();
    };
  }, [queryClient, account, courseId, videoId, duration, startAt, playback]);

  return startAt;
}

function refusalOf(error: unknown): Refusal | undefined {
  if (isStatus(error, 401)) return { kind: 'signed-out' };
  if (!(error instanceof ApiError) || error.status !== 403) return undefined;
  if (error.code !== 'too_many_streams') return { kind: 'no-access' };
  return { kind: 'too-many-streams', message: error.serverMessage ?? error.message };
}
