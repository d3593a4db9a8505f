// Decides how the current lesson reaches the video element, and changes that when it does not play: from the file to HLS
// on a slow connection, from HLS to the file when HLS does not work here.
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';

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
  lessonId: number;
  /** Undefined while the lesson's addresses are loading. */
  sources: VideoSources | undefined;
  /** The number of retries. */
  attempt: number;
  /** Where loading begins, in seconds: asked when it does. */
  position: () => number;
  /** The delivery is about to change: keep the position. */
  onChange: () => void;
  /** The server refused the stream. */
  onRefused: () => void;
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
}

const NO_RUNGS: QualityState = { rungs: [], current: undefined };

export function useVideoSource(options: Options): VideoSource {
  const { video, lessonId, sources, attempt } = options;
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
    options.onChange();
    setChanged({ lessonId, delivery: to });
  };

  const url = sources?.hls ?? undefined;
  const file = sources?.file ?? undefined;
  const position = useEffectEvent(options.position);
  const refused = useEffectEvent(options.onRefused);
  const fallBack = useEffectEvent(() => {
    if (file === undefined) options.onRefused();
    else change('file');
  });
  const preload = useEffectEvent((address: string) =>
    preloadStream(address, {
      startAt: options.position(),
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
          startAt: position(),
          quality: readPreferences().quality,
          preload: files,
          onQuality: setQualities,
          onRefused: () => refused(),
          onUnplayable: () => fallBack(),
        });
      },
      () => {
        if (!ended) fallBack();
      },
    );
    return () => {
      ended = true;
      files.cancel();
      engine.current?.destroy();
      engine.current = null;
    };
  }, [video, delivery, stream]);

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
      options.onChange();
      video.current?.load();
    }
  };

  return {
    src: delivery === 'file' ? file : delivery === 'hls-native' ? url : undefined,
    delivery,
    quality,
    qualities,
    adaptive: hlsWay === 'hls-script' && delivery !== undefined,
    setQuality,
    recover,
  };
}
