// What everything beside the player knows of the lesson in it: its position and events, and how to jump.

/** What the lesson does once the member has begun it. Positions in seconds of the lesson. */
export interface PlaybackListener {
  /** May be called often. */
  moved?: (seconds: number) => void;
  playing?: () => void;
  /** Paused, ended or failed. */
  paused?: () => void;
  /** The member is about to change the position. */
  seeking?: () => void;
  seeked?: () => void;
  ended?: () => void;
  /** The element has the lesson's metadata; also before the member has begun. */
  loaded?: () => void;
  /** The element cannot play its source; also before the member has begun. */
  failed?: () => void;
}

export interface LessonStart {
  id: number;
  /** Seconds. */
  startAt: number;
  /** Plays by itself: the member came here from another lesson of this page. */
  autoplay: boolean;
}

export interface Playback {
  /** Seconds. */
  position: () => number;
  /** Whether the member has played or sought in the lesson. */
  hasBegun: () => boolean;
  /** Each change of the position, also of a lesson that has not begun. */
  subscribe: (onMove: () => void) => () => void;
  listen: (listener: PlaybackListener) => () => void;
  /** The lesson that the element plays next. Another start of the same lesson counts until the member has begun it. */
  open: (lesson: LessonStart) => void;
  attach: (element: HTMLVideoElement | null) => void;
  /** The element is about to load another source of the lesson, which goes on here. */
  hold: () => void;
  fail: () => void;
  /** The member seeks. */
  seek: (seconds: number) => void;
  /** The member plays, as soon as the element can. */
  play: () => void;
  /** Both. */
  seekTo: (seconds: number) => void;
}

/** The last item that has begun; -1 before the first. Items are in the order of `start`. */
export function indexAt(items: readonly { start: number }[], seconds: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? Infinity) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
