// One <video> element plays all lessons, so that full screen and sound survive a change of lesson. Events of the
// previous lesson may arrive after the change: events are ignored until the new lesson is at its start position.
import { useCallback, useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';

import type { VideoSources } from './source/delivery';
import { useVideoSource } from './source/use-video-source';
import { readPreferences } from './store/player-preferences';

export interface PlayableLesson {
  id: number;
  title: string;
  /** Captions, each a track of the element. */
  captions: readonly { language: string; label: string; url: string }[];
  chapters: readonly { start: number; title: string }[];
  poster?: string | null;
  seekPreviews?: string | null;
  /** Undefined while they are loading. */
  sources: VideoSources | undefined;
}

/** Playback events for the page, with positions in seconds of the lesson. */
export interface PlaybackEvents {
  onPosition: (seconds: number) => void;
  onPlaying: () => void;
  onPaused: () => void;
  /** The position is about to change. */
  onSeeking: () => void;
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
  attachVideo: (video: HTMLVideoElement | null) => void;
}

type VideoProps = Pick<
  ComponentProps<'video'>,
  | 'onLoadedMetadata'
  | 'onTimeUpdate'
  | 'onPlay'
  | 'onPause'
  | 'onSeeking'
  | 'onSeeked'
  | 'onEnded'
  | 'onError'
>;

export function useLessonVideo(options: Options) {
  const { lesson, startAt, autoplay, attempt, halted, attachVideo } = options;
  const video = useRef<HTMLVideoElement>(null);
  const positionedId = useRef<number | null>(null);
  /** Where to go on after a failure or another delivery; that plays by itself, unless it was paused. */
  const heldAt = useRef<{ lessonId: number; seconds: number; play: boolean } | null>(null);

  const held = () => (heldAt.current?.lessonId === lesson.id ? heldAt.current : undefined);
  const hold = () => {
    const element = video.current;
    if (!element || held()) return;
    const positioned = positionedId.current === lesson.id;
    const seconds = positioned ? element.currentTime : startAt;
    const play = positioned ? !element.paused || element.ended : autoplay;
    heldAt.current = { lessonId: lesson.id, seconds, play };
    positionedId.current = null;
  };

  const source = useVideoSource({
    video,
    lessonId: lesson.id,
    sources: lesson.sources,
    attempt,
    position: () => held()?.seconds ?? startAt,
    onChange: hold,
    onRefused: () => {
      if (video.current) fail(video.current);
    },
  });

  const { delivery } = source;
  useEffect(() => {
    if (attempt > 0 && delivery !== 'hls-script') video.current?.load();
  }, [attempt, delivery]);

  useEffect(() => {
    // The element would go on with the lesson before.
    if (delivery === undefined && video.current?.currentSrc) video.current.load();
  }, [delivery]);

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
    const { rate, volume, muted } = readPreferences();
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
    element.volume = volume;
    element.muted = muted;
    const goOn = held();
    heldAt.current = null;
    const seconds = goOn?.seconds ?? startAt;
    if (seconds > 0) element.currentTime = seconds;
    options.onPosition(seconds);
    positionedId.current = lesson.id;
    // A browser may block autoplay with sound: the lesson then waits for a click.
    if (goOn?.play ?? autoplay) element.play().catch(() => {});
  };

  const fail = (element: HTMLVideoElement) => {
    const seconds = isPositioned() ? element.currentTime : (held()?.seconds ?? startAt);
    heldAt.current = { lessonId: lesson.id, seconds, play: true };
    positionedId.current = null;
    options.onPaused();
    options.onFailed();
  };

  // A cached video may have its metadata, or have failed, before React attaches the event handlers.
  const takeState = useEffectEvent((element: HTMLVideoElement) => {
    if (element.error) fail(element);
    else if (element.readyState >= HTMLMediaElement.HAVE_METADATA) positionAtStart(element);
  });
  useEffect(() => {
    const element = video.current;
    if (element && !isPositioned()) takeState(element);
  }, [isPositioned]);

  const reportPosition = useEffectEvent(options.onPosition);
  useEffect(() => {
    // `timeupdate` comes up to 250 ms apart (HTML, "time marches on"): what stores the position as the page is left gets
    // the present one. Captured on the window, this runs before their listeners.
    const leaving = () => {
      const element = video.current;
      if (!element || element.paused || element.seeking || !isPositioned()) return;
      reportPosition(element.currentTime);
    };
    const capture = { capture: true };
    window.addEventListener('pagehide', leaving, capture);
    window.addEventListener('visibilitychange', leaving, capture);
    return () => {
      window.removeEventListener('pagehide', leaving, capture);
      window.removeEventListener('visibilitychange', leaving, capture);
    };
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
    onSeeking: () => {
      if (isPositioned()) options.onSeeking();
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

  return { attach, videoProps, source };
}
