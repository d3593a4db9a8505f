// How a lesson reaches the video element: its file, HLS by script, or HLS by the browser itself.

export type Delivery = 'file' | 'hls-script' | 'hls-native';

/** The addresses of the rendition with which a stream begins. */
export interface StreamStart {
  playlist: string;
  init: string;
  segment: string;
}

/** The addresses of one lesson. */
export interface VideoSources {
  hls: string | null;
  hlsStart?: StreamStart | null;
  file: string | null;
  /** Seconds. */
  duration: number;
}

export interface HlsSupport {
  mediaSource: boolean;
  /** Safari's variant of Media Source: there the browser's own HLS is the better player. */
  managedMediaSource: boolean;
  native: boolean;
}

/** A shorter lesson begins with its file: the first frame comes sooner without playlists and whole segments. */
const SHORT_SECONDS = 120;

export function hlsDelivery(support: HlsSupport): Delivery | undefined {
  if (support.managedMediaSource && support.native) return 'hls-native';
  if (support.mediaSource || support.managedMediaSource) return 'hls-script';
  // Last: a browser with Media Source may say "maybe" to HLS and then fail on some streams.
  return support.native ? 'hls-native' : undefined;
}

/** `adaptive`: the member chose a quality, so that even a short lesson begins with HLS. */
export function firstDelivery(
  sources: VideoSources,
  support: HlsSupport,
  adaptive: boolean,
): Delivery | undefined {
  const file = sources.file === null ? undefined : 'file';
  const hls = sources.hls === null ? undefined : hlsDelivery(support);
  if (file && sources.duration < SHORT_SECONDS && !adaptive) return file;
  return hls ?? file;
}

export function hlsSupport(): HlsSupport {
  return {
    mediaSource: 'MediaSource' in window,
    managedMediaSource: 'ManagedMediaSource' in window,
    native: document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
  };
}
