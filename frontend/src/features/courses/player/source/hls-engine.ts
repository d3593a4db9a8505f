// Plays an HLS stream with hls.js. This file and the library are a script of their own, loaded for a lesson that has HLS.
import { ErrorTypes, Events, Hls, type ErrorData, type LoadPolicy } from 'hls.js/light';

import { loaderWith } from './preloaded-loader';
import { lowestRung, rungFor, type Quality, type QualityState, type Rung } from './quality';
import type { StreamPreload } from './stream-preload';

export interface HlsEngine {
  setQuality: (quality: Quality) => void;
  /** Loads again after a stall or when the network is back. */
  resume: () => void;
  destroy: () => void;
}

interface HlsOptions {
  /** Where loading begins, in seconds. */
  startAt: number;
  quality: Quality;
  /** What was requested while this script was loading. */
  preload: StreamPreload;
  onQuality: (state: QualityState) => void;
  /** The server refused: `status` 401 or 403. */
  onRefused: () => void;
  /** HLS does not work here, or not for this lesson. */
  onUnplayable: () => void;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 20_000;
/** So many files in a row that the server does not have: HLS is given up. */
const MISSING_FILES = 3;
/** A second error of the media within this time is not repaired. */
const REPAIR_ONCE_WITHIN_MS = 10_000;

export function startHls(video: HTMLVideoElement, url: string, options: HlsOptions): HlsEngine {
  const hls = new Hls({
    startPosition: options.startAt > 0 ? options.startAt : -1,
    // Prices on a chart must stay legible however small the picture is.
    capLevelToPlayerSize: false,
    loader: loaderWith(options.preload),
    maxBufferLength: 30,
    backBufferLength: 60,
    fragLoadPolicy: withoutRefusals(Hls.DefaultConfig.fragLoadPolicy),
    playlistLoadPolicy: withoutRefusals(Hls.DefaultConfig.playlistLoadPolicy),
    manifestLoadPolicy: withoutRefusals(Hls.DefaultConfig.manifestLoadPolicy),
  });
  let rungs: Rung[] = [];
  let quality = options.quality;
  let repairedAt = Number.NEGATIVE_INFINITY;
  let retryMs = FIRST_RETRY_MS;
  let missing = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const choose = () => {
    const fixed = quality === 'auto' ? undefined : rungFor(rungs, quality);
    // -1: by the bandwidth. A fixed rung also begins with itself.
    if (fixed) hls.startLevel = fixed.id;
    hls.nextLevel = fixed?.id ?? -1;
  };
  const resume = () => {
    clearTimeout(retry);
    hls.startLoad(video.currentTime > 0 ? video.currentTime : -1);
  };
  const failed = (data: ErrorData) => {
    const status = statusOf(data);
    if (status === 401 || status === 403) return options.onRefused();
    // Not fatal to the library, which asks for the file again and again.
    if (status >= 400 && status < 500 && status !== 429) {
      missing += 1;
      return missing >= MISSING_FILES || data.fatal ? options.onUnplayable() : undefined;
    }
    if (!data.fatal) return undefined;
    if (data.type === ErrorTypes.NETWORK_ERROR && rungs.length > 0) {
      clearTimeout(retry);
      retry = setTimeout(resume, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      return undefined;
    }
    if (data.type === ErrorTypes.MEDIA_ERROR && Date.now() - repairedAt > REPAIR_ONCE_WITHIN_MS) {
      repairedAt = Date.now();
      hls.recoverMediaError();
      return undefined;
    }
    return options.onUnplayable();
  };

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    rungs = levels.map(({ height, bitrate, frameRate }, id) => ({
      id,
      height,
      bitrate,
      frameRate,
    }));
    // The first frame comes soonest on the lowest rung; the bandwidth decides after that.
    hls.startLevel = lowestRung(rungs)?.id ?? -1;
    if (quality !== 'auto') choose();
    options.onQuality({ rungs, current: undefined });
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => {
    options.onQuality({ rungs, current: level });
  });
  hls.on(Events.FRAG_LOADED, () => {
    retryMs = FIRST_RETRY_MS;
    missing = 0;
  });
  hls.on(Events.ERROR, (_event, data) => {
    failed(data);
  });
  window.addEventListener('online', resume);
  hls.loadSource(url);
  hls.attachMedia(video);

  return {
    setQuality: (chosen) => {
      quality = chosen;
      choose();
    },
    resume,
    destroy: () => {
      clearTimeout(retry);
      window.removeEventListener('online', resume);
      hls.destroy();
    },
  };
}

/** The library asks again for half a minute, also where the server refused (403) or has no such file (404). */
function withoutRefusals({ default: policy }: LoadPolicy): LoadPolicy {
  const { errorRetry } = policy;
  if (!errorRetry) return { default: policy };
  return {
    default: {
      ...policy,
      errorRetry: {
        ...errorRetry,
        shouldRetry: (_config, _count, _isTimeout, response, retry) => {
          const status = response?.code ?? 0;
          return retry && !(status >= 400 && status < 500 && status !== 429);
        },
      },
    },
  };
}

function statusOf({ response, networkDetails }: ErrorData): number {
  const request: unknown = networkDetails;
  return response?.code ?? (request instanceof XMLHttpRequest ? request.status : 0);
}
