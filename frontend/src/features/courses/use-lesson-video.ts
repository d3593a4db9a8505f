// One <video> plays lesson after lesson, so that full screen and sound outlive the change. Events of the
// lesson before may still arrive after the address changed: nothing counts until the new one has been placed.
import { useCallback, useEffect, useRef, type ComponentProps } from 'react';

import { readPreferences } from './player-preferences';
import type { PlayerCommand } from './player-state';

export interface PlayableLesson {
  id: number;
  title: string;
  url: string | undefined;
}

/** What a page learns of the playing, in seconds of the lesson. */
export interface PlaybackEvents {
  onMoved: (seconds: number) => void;
  onPlaying: () => void;
  onPaused: () => void;
  onJumped: () => void;
  onEnded: () => void;
  onFailed: () => void;
}

interface Options extends PlaybackEvents {
  lesson: PlayableLesson;
  startAt: number;
  autoplay: boolean;
  /** Counts the tries to load: a new number loads again, at the second where it broke. */
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
  const placed = useRef<number | null>(null);
  const brokeAt = useRef<{ lessonId: number; seconds: number } | null>(null);

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

  const isPlaced = useCallback(() => placed.current === lesson.id, [lesson.id]);

  const place = (element: HTMLVideoElement) => {
    const { rate, volume, muted, captions } = readPreferences();
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
    element.volume = volume;
    element.muted = muted;
    const broke = brokeAt.current?.lessonId === lesson.id ? brokeAt.current.seconds : undefined;
    brokeAt.current = null;
    const seconds = broke ?? startAt;
    if (seconds > 0) element.currentTime = seconds;
    options.onMoved(seconds);
    placed.current = lesson.id;
    if (captions) perform({ type: 'toggle-captions' });
    // A browser may refuse sound that nobody asked for: the lesson then waits for a click.
    if (autoplay || broke !== undefined) element.play().catch(() => {});
  };

  const fail = (element: HTMLVideoElement) => {
    const seconds = isPlaced() ? element.currentTime : startAt;
    brokeAt.current = { lessonId: lesson.id, seconds };
    placed.current = null;
    options.onPaused();
    options.onFailed();
  };

  // React makes the element before it shows it, and drops what the element says meanwhile: a video
  // from the cache may have its metadata, or have failed, before anybody listens.
  const latest = useRef({ place, fail });
  useEffect(() => {
    latest.current = { place, fail };
  });
  useEffect(() => {
    const element = video.current;
    if (!element || isPlaced()) return;
    if (element.error) latest.current.fail(element);
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA) latest.current.place(element);
  }, [isPlaced]);

  const videoProps: VideoProps = {
    onLoadedMetadata: (event) => place(event.currentTarget),
    onTimeUpdate: (event) => {
      if (isPlaced()) options.onMoved(event.currentTarget.currentTime);
    },
    onPlay: () => {
      if (isPlaced()) options.onPlaying();
    },
    onPause: () => {
      if (isPlaced()) options.onPaused();
    },
    onSeeked: (event) => {
      if (!isPlaced()) return;
      options.onMoved(event.currentTarget.currentTime);
      options.onJumped();
    },
    onEnded: (event) => {
      if (!isPlaced()) return;
      options.onMoved(event.currentTarget.duration);
      options.onPaused();
      options.onEnded();
    },
    onError: (event) => fail(event.currentTarget),
  };

  return { attach, videoProps };
}
