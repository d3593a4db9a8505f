// Connects the current lesson, its source and the playback with the one <video> element of the page, which plays all
// lessons so that full screen and sound survive a change of lesson.
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentProps,
} from 'react';

import type { VideoSources } from './source/delivery';
import { useVideoSource } from './source/use-video-source';
import type { Playback } from './store/playback';
import { readPreferences } from './store/player-preferences';
import { useMissingPicture } from './use-missing-picture';

export interface PlayableLesson {
  id: number;
  title: string;
  /** Where it starts, in seconds. */
  startAt: number;
  /** Captions, each a track of the element. */
  captions: readonly { language: string; label: string; url: string }[];
  chapters: readonly { start: number; title: string }[];
  poster?: string | null;
  seekPreviews?: string | null;
  /** Undefined while they are loading. */
  sources: VideoSources | undefined;
}

interface Options {
  lesson: PlayableLesson;
  playback: Playback;
  autoplay: boolean;
  /** The number of retries: a new number loads again, at the position of the failure. */
  attempt: number;
  halted: boolean;
  attachVideo: (video: HTMLVideoElement | null) => void;
  /** No source of the lesson plays. */
  onFailed: () => void;
  /** The file has sound alone in this browser, and nothing else can be played. */
  onUnplayable: () => void;
}

export function useLessonVideo(options: Options) {
  const { lesson, playback, autoplay, attempt, halted, attachVideo } = options;
  const { id, startAt } = lesson;
  const video = useRef<HTMLVideoElement>(null);
  const source = useVideoSource({ video, lesson, attempt, playback });
  const { delivery } = source;

  // Before the effects that load the source from the position.
  useLayoutEffect(
    () => playback.open({ id, startAt, autoplay }),
    [playback, id, startAt, autoplay],
  );

  const failed = useEffectEvent(() => {
    if (!source.fallBack(video.current?.error ?? null)) options.onFailed();
  });
  useEffect(() => playback.listen({ failed: () => failed() }), [playback]);

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
      if (element) applyPreferences(element);
      playback.attach(element);
      attachVideo(element);
    },
    [playback, attachVideo],
  );

  useMissingPicture(video, delivery === 'file' ? source.src : undefined, () => {
    if (source.leaveFile()) return;
    playback.hold();
    options.onUnplayable();
  });

  const videoProps: Pick<ComponentProps<'video'>, 'onLoadedMetadata'> = {
    onLoadedMetadata: (event) => applyPreferences(event.currentTarget),
  };

  return { attach, videoProps, source };
}

/** Loading a source sets the rate back (HTML, "media element load algorithm"). */
function applyPreferences(element: HTMLVideoElement): void {
  const { rate, volume, muted } = readPreferences();
  element.defaultPlaybackRate = rate;
  element.playbackRate = rate;
  element.volume = volume;
  element.muted = muted;
}
