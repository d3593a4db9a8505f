// One <video> element plays all lessons, so that full screen and sound survive a change of lesson. Events of the
// previous lesson may arrive after the change: events are ignored until the new lesson is at its start position.
import { useCallback, useEffect, useRef, type ComponentProps } from 'react';

import { readPreferences } from './store/player-preferences';
import type { PlayerCommand } from './store/player-state';

export interface PlayableLesson {
  id: number;
  title: string;
  url: string | undefined;
}

/** Playback events for the page, with positions in seconds of the lesson. */
export interface PlaybackEvents {
  onPosition: (seconds: number) => void;
  onPlaying: () => void;
  onPaused: () => void;
  onSeek: () => void;
  onEnded: () => void;
  onFailed: () => void;
}

interface Options extends PlaybackEvents {
  lesson: PlayableLesson;
  startAt: number;
  autoplay: boolean;
  /** The number of retries: a new number loads again, at the position of the failure. */
  attempt: number;
  halted: boolean;
  perform: (command: PlayerCommand) => void;
  attachVideo: (video: HTMLVideoElement | null) => void;
}

type VideoProps = Pick<
  ComponentProps<'video'>,
  'onLoadedMetadata' | 'onTimeUpdate' | 'onPlay' | 'onPause' | 'onSeeked' | 'onEnded' | 'onError'
>;

export function useLessonVideo(options: Options) {
  const { lesson, startAt, autoplay, attempt, halted, perform, attachVideo } = options;
  const video = useRef<HTMLVideoElement>(null);
  const positionedId = useRef<number | null>(null);
  const failedAt = useRef<{ lessonId: number; seconds: number } | null>(null);

  useEffect(() => {
    if (attempt > 0) video.current?.load();
  }, [attempt]);

  useEffect(() => {
    if (halted) video.current?.pause();
  }, [halted]);

  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      video.current = element;
      attachVideo(element);
    },
    [attachVideo],
  );

  const isPositioned = useCallback(() => positionedId.current === lesson.id, [lesson.id]);

  const positionAtStart = (element: HTMLVideoElement) => {
    const { rate, volume, muted, captions } = readPreferences();
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
    element.volume = volume;
    element.muted = muted;
    const failedSeconds =
      failedAt.current?.lessonId === lesson.id ? failedAt.current.seconds : undefined;
    failedAt.current = null;
    const seconds = failedSeconds ?? startAt;
    if (seconds > 0) element.currentTime = seconds;
    options.onPosition(seconds);
    positionedId.current = lesson.id;
    if (captions) perform({ type: 'toggle-captions' });
    // A browser may block autoplay with sound: the lesson then waits for a click.
    if (autoplay || failedSeconds !== undefined) element.play().catch(() => {});
  };

  const fail = (element: HTMLVideoElement) => {
    const seconds = isPositioned() ? element.currentTime : startAt;
    failedAt.current = { lessonId: lesson.id, seconds };
    positionedId.current = null;
    options.onPaused();
    options.onFailed();
  };

  // A cached video may have its metadata, or have failed, before React attaches the event handlers.
  const latest = useRef({ positionAtStart, fail });
  useEffect(() => {
    latest.current = { positionAtStart, fail };
  });
  useEffect(() => {
    const element = video.current;
    if (!element || isPositioned()) return;
    if (element.error) latest.current.fail(element);
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA)
      latest.current.positionAtStart(element);
  }, [isPositioned]);

  const videoProps: VideoProps = {
    onLoadedMetadata: (event) => positionAtStart(event.currentTarget),
    onTimeUpdate: (event) => {
      if (isPositioned()) options.onPosition(event.currentTarget.currentTime);
    },
    onPlay: () => {
      if (isPositioned()) options.onPlaying();
    },
    onPause: () => {
      if (isPositioned()) options.onPaused();
    },
    onSeeked: (event) => {
      if (!isPositioned()) return;
      options.onPosition(event.currentTarget.currentTime);
      options.onSeek();
    },
    onEnded: (event) => {
      if (!isPositioned()) return;
      options.onPosition(event.currentTarget.duration);
      options.onPaused();
      options.onEnded();
    },
    onError: (event) => fail(event.currentTarget),
  };

  return { attach, videoProps };
}
