// The events of a <video> element and of its page that the playback needs, by what they mean.

type Handler = (video: HTMLVideoElement) => void;

interface ElementHandlers {
  /** The metadata of a source are there. */
  loaded: Handler;
  /** Something that may allow a seek that was ignored. */
  ready: Handler;
  moved: Handler;
  played: Handler;
  paused: Handler;
  seeking: Handler;
  seeked: Handler;
  ended: Handler;
  failed: Handler;
  /** The source has been taken away. */
  emptied: Handler;
  /** The page is hidden or left. */
  left: Handler;
}

const EVENTS: Record<string, keyof ElementHandlers> = {
  loadedmetadata: 'loaded',
  durationchange: 'ready',
  loadeddata: 'ready',
  canplay: 'ready',
  playing: 'ready',
  timeupdate: 'moved',
  play: 'played',
  pause: 'paused',
  seeking: 'seeking',
  seeked: 'seeked',
  ended: 'ended',
  error: 'failed',
  emptied: 'emptied',
};

export function watchElement(video: HTMLVideoElement, handlers: ElementHandlers): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  for (const [event, name] of Object.entries(EVENTS)) {
    video.addEventListener(event, () => handlers[name](video), { signal });
  }
  // `timeupdate` comes up to 250 ms apart (HTML, "time marches on"): what stores the position as the page is left gets
  // the present one. Captured on the window, this runs before its listeners.
  for (const event of ['pagehide', 'visibilitychange']) {
    window.addEventListener(event, () => handlers.left(video), { signal, capture: true });
  }
  return () => ending.abort();
}
