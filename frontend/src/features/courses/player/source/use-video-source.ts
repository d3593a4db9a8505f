// Decides how the current lesson reaches the video element, and changes that when it does not play: from the file to HLS
// on a slow connection, from HLS to the file when HLS does not work here.
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';

import type { Playback } from '../store/playback';
import { readPreferences, savePreferences } from '../store/player-preferences';
import {
  firstDelivery,
  hlsDelivery,
  hlsSupport,
  type Delivery,
  type VideoSources,
} from './delivery';
import type { HlsEngine } from './hls-engine';
import { loadHlsScript } from './hls-script';
import type { Quality, QualityState } from './quality';
import { preloadStream } from './stream-preload';

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  lesson: {
    id: number;
    /** Seconds. */
    startAt: number;
    /** Undefined while the lesson's addresses are loading. */
    sources: VideoSources | undefined;
  };
  /** The number of retries. */
  attempt: number;
  /** Holds the position while the delivery changes. */
  playback: Playback;
}

export interface VideoSource {
  /** The element's address; undefined while a script feeds it. */
  src: string | undefined;
  delivery: Delivery | undefined;
  quality: Quality;
  qualities: QualityState;
  /** Whether the quality can be chosen. */
  adaptive: boolean;
  setQuality: (quality: Quality) => void;
  /** Playback has waited long: loads again, or adapts to the bandwidth. */
  recover: () => void;
  /** The element has failed: goes on with the file where the browser's own HLS does not play. Whether it does. */
  fallBack: (error: MediaError | null) => boolean;
  /** Goes on with HLS in place of the file; false where there is none. */
  leaveFile: () => boolean;
}

const NO_RUNGS: QualityState = { rungs: [], current: undefined };

export function useVideoSource(options: Options): VideoSource {
  const { video, lesson, attempt, playback } = options;
  const { id: lessonId, sources } = lesson;
  const [support] = useState(hlsSupport);
  const [quality, setQualityState] = useState(() => readPreferences().quality);
  const [changed, setChanged] = useState<{ lessonId: number; delivery: Delivery }>();
  const [qualities, setQualities] = useState(NO_RUNGS);
  const engine = useRef<HlsEngine | null>(null);

  // A change of quality while the lesson plays must not change how it began.
  const [began, setBegan] = useState<{ lessonId: number; delivery: Delivery | undefined }>();
  if (sources && began?.lessonId !== lessonId) {
    setBegan({ lessonId, delivery: firstDelivery(sources, support, quality !== 'auto') });
    setQualities(NO_RUNGS);
  }
  const delivery =
    changed?.lessonId === lessonId
      ? changed.delivery
      : began?.lessonId === lessonId
        ? began.delivery
        : undefined;
  const hlsWay = sources?.hls ? hlsDelivery(support) : undefined;

  const change = (to: Delivery) => {
    playback.hold();
    setChanged({ lessonId, delivery: to });
  };

  const url = sources?.hls ?? undefined;
  const file = sources?.file ?? undefined;
  const giveUpHls = useEffectEvent(() => {
    if (file === undefined) playback.fail();
    else change('file');
  });
  const preload = useEffectEvent((address: string) =>
    preloadStream(address, {
      startAt: playback.position(),
      quality: readPreferences().quality,
      start: sources?.hlsStart,
    }),
  );
  // A retry begins from the start.
  const stream = useMemo(() => ({ url, attempt }), [url, attempt]);
  useEffect(() => {
    const element = video.current;
    if (delivery !== 'hls-script' || stream.url === undefined || !element) return;
    const address = stream.url;
    let ended = false;
    const files = preload(address);
    loadHlsScript().then(
      ({ startHls }) => {
        if (ended) return;
        engine.current = startHls(element, address, {
          startAt: playback.position(),
          quality: readPreferences().quality,
          preload: files,
          onQuality: setQualities,
          onRefused: () => playback.fail(),
          onUnplayable: () => giveUpHls(),
        });
      },
      () => {
        if (!ended) giveUpHls();
      },
    );
    return () => {
      ended = true;
      files.cancel();
      engine.current?.destroy();
      engine.current = null;
    };
  }, [video, delivery, stream, playback]);

  const setQuality = (chosen: Quality) => {
    savePreferences({ quality: chosen });
    setQualityState(chosen);
    if (engine.current) engine.current.setQuality(chosen);
    else if (delivery === 'file' && hlsWay === 'hls-script') change(hlsWay);
  };

  const recover = () => {
    if (delivery === 'file' && hlsWay === 'hls-script') change(hlsWay);
    else if (engine.current) engine.current.resume();
    else {
      playback.hold();
      video.current?.load();
    }
  };

  const fallBack = (error: MediaError | null) => {
    const isUnplayable = error === null || error.code !== MediaError.MEDIA_ERR_NETWORK;
    if (delivery !== 'hls-native' || file === undefined || !isUnplayable) return false;
    change('file');
    return true;
  };
  // An engine that ignores a seek before it plays still starts there (Media Fragments URI 1.0, section 4.2.1).
  const start = lesson.startAt > 0 ? `#t=${lesson.startAt}` : '';
  const leaveFile = () => {
    if (hlsWay !== undefined) change(hlsWay);
    return hlsWay !== undefined;
  };

  return {
    src: delivery === 'file' ? file : delivery === 'hls-native' ? url && url + start : undefined,
    delivery,
    quality,
    qualities,
    adaptive: hlsWay === 'hls-script' && delivery !== undefined,
    setQuality,
    recover,
    fallBack,
    leaveFile,
  };
}
