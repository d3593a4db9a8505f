// Position and events of the lesson in the player, for everything beside it. One <video> element plays all lessons of a
// page, and an engine may ignore a seek, clamp it or set its clock back. So this holds the rule of what counts:
//
// - A lesson is at its start position when the element is within a second of it. The seek is tried again at each event
//   that may allow it. Until then no event of the element is told.
// - Nothing is told to listeners before the member plays or seeks: no report can then move the position that is kept.
import { watchElement } from './element-events';
import type { LessonStart, Playback, PlaybackListener } from './playback';

/** An element this close to the wanted second is there. */
const NEAR_SECONDS = 1;
/** An element that clamps each seek answers each with another event. */
const MOST_TRIES = 10;

export function createPlayback(): Playback {
  const movers = new Set<() => void>();
  const listeners = new Set<PlaybackListener>();
  let element: HTMLVideoElement | null = null;
  let detach = () => {};
  let lesson: LessonStart | undefined;
  let position = 0;
  /** Where the element must be first; undefined once it is there. */
  let target: number | undefined;
  let tries = 0;
  /** Whether the element has the metadata of the lesson's source. */
  let loaded = false;
  let playsNext = false;
  /** The member has played or sought. */
  let begun = false;
  /** The clock ran on from the start, or the member sought: what it says is true from now on. */
  let confirmed = false;
  let soughtMeanwhile = false;

  const tell = (event: Exclude<keyof PlaybackListener, 'moved'>) => {
    if (!begun && event !== 'failed' && event !== 'loaded') return;
    for (const listener of listeners) listener[event]?.();
  };
  const move = (seconds: number) => {
    position = seconds;
    for (const mover of movers) mover();
    if (begun) for (const listener of listeners) listener.moved?.(seconds);
  };
  const aimAt = (seconds: number) => {
    target = seconds;
    tries = 0;
  };

  const arrive = (video: HTMLVideoElement) => {
    const sought = soughtMeanwhile;
    target = undefined;
    soughtMeanwhile = false;
    if (!video.paused) begun = true;
    move(Math.max(position, video.currentTime));
    if (sought) tell('seeked');
    if (!video.paused) tell('playing');
  };

  /** Takes the element to the target. */
  const settle = () => {
    const video = element;
    if (!video || !loaded || target === undefined || video.seeking) return;
    // WebKit has a first picture of a stream before it knows its length, and clamps each seek to 0 until then.
    if (video.duration === 0) return;
    if (Math.abs(video.currentTime - target) <= NEAR_SECONDS) arrive(video);
    else if (tries < MOST_TRIES) {
      tries += 1;
      video.currentTime = target;
    }
  };

  const start = () => {
    settle();
    // A browser may block this, with sound and without a press: the lesson then waits for one.
    if (playsNext) element?.play().catch(() => {});
    playsNext = false;
  };

  /** Whether the element's clock went back without the member. */
  const wentBack = (video: HTMLVideoElement) =>
    !confirmed && video.currentTime < position - NEAR_SECONDS;

  const hold = () => {
    if (loaded && element) {
      playsNext = !element.paused || element.ended;
      const isThere = target === undefined && element.readyState > 0 && !wentBack(element);
      if (isThere) position = element.currentTime;
    }
    aimAt(target ?? position);
    loaded = false;
    confirmed = false;
  };

  const fail = () => {
    hold();
    tell('paused');
    tell('failed');
  };

  const handlers: Parameters<typeof watchElement>[1] = {
    loaded: () => {
      loaded = true;
      tell('loaded');
      start();
    },
    ready: (video) => {
      if (target === undefined && wentBack(video)) aimAt(position);
      settle();
    },
    moved: (video) => {
      if (target !== undefined) {
        // A seek may never be said to have ended, while the clock runs on from it.
        const runs = !video.paused && loaded && video.currentTime > target;
        if (runs && video.currentTime < target + 2 * NEAR_SECONDS) arrive(video);
        return;
      }
      if (wentBack(video)) {
        aimAt(position);
        settle();
        return;
      }
      if (!video.paused && video.currentTime > position) confirmed = true;
      move(video.currentTime);
    },
    played: () => {
      // The source cannot be sought: the member plays it from where it is.
      if (target !== undefined && loaded && tries >= MOST_TRIES) {
        target = undefined;
        position = element?.currentTime ?? position;
      }
      if (target !== undefined) return;
      begun = true;
      tell('playing');
    },
    paused: () => {
      if (target === undefined) tell('paused');
    },
    seeking: () => {
      if (target === undefined && confirmed) tell('seeking');
    },
    seeked: (video) => {
      if (target === undefined && wentBack(video)) aimAt(position);
      if (target !== undefined) {
        settle();
        return;
      }
      move(video.currentTime);
      if (confirmed) tell('seeked');
    },
    ended: (video) => {
      if (target !== undefined) return;
      move(video.duration);
      tell('paused');
      tell('ended');
    },
    failed: fail,
    emptied: () => {
      if (loaded) hold();
    },
    left: (video) => {
      if (target === undefined && !video.paused && !video.seeking && !wentBack(video)) {
        move(video.currentTime);
      }
    },
  };

  const seek = (seconds: number) => {
    const length = element?.duration ?? Number.NaN;
    const wanted = Math.max(0, length > 0 ? Math.min(seconds, length) : seconds);
    begun = true;
    confirmed = true;
    if (target === undefined && element) {
      // At once, so that the next jump counts from here.
      position = wanted;
      element.currentTime = wanted;
      return;
    }
    aimAt(wanted);
    soughtMeanwhile = true;
    tell('seeking');
    move(wanted);
    settle();
  };
  const play = () => {
    playsNext = !loaded;
    element?.play().catch(() => {});
  };

  return {
    position: () => position,
    hasBegun: () => begun,
    subscribe: (onMove) => {
      movers.add(onMove);
      return () => movers.delete(onMove);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: (next) => {
      const isOther = lesson?.id !== next.id;
      if (!isOther && (begun || lesson?.startAt === next.startAt)) return;
      if (isOther) {
        begun = false;
        // The first lesson may have its metadata by now: an element loads from when React makes it, before it is in the page.
        if (lesson !== undefined) loaded = false;
        playsNext = next.autoplay;
      }
      lesson = next;
      confirmed = false;
      soughtMeanwhile = false;
      aimAt(next.startAt);
      move(next.startAt);
      if (loaded) start();
    },
    attach: (video) => {
      detach();
      element = video;
      if (!video) return;
      detach = watchElement(video, handlers);
      // A cached video may have its metadata, or have failed, by now.
      if (video.error) fail();
      else if (video.readyState >= HTMLMediaElement.HAVE_METADATA) handlers.loaded(video);
    },
    hold,
    fail,
    seek,
    play,
    seekTo: (seconds) => {
      seek(seconds);
      play();
    },
  };
}
