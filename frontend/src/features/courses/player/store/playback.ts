// Connects the player with what is beside it: the position, for a transcript that follows, and jumps to a second.

export interface Playback {
  /** Seconds. */
  position: () => number;
  subscribe: (onMove: () => void) => () => void;
  /** Called by the player. */
  moved: (seconds: number) => void;
  /** Jumps in the player, and plays. */
  seekTo: (seconds: number) => void;
  /** The player that performs jumps, while it is on the page. */
  connect: (seek: (seconds: number) => void) => () => void;
}

export function createPlayback(): Playback {
  let seconds = 0;
  let seek: ((seconds: number) => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    position: () => seconds,
    subscribe: (onMove) => {
      listeners.add(onMove);
      return () => listeners.delete(onMove);
    },
    moved: (to) => {
      seconds = to;
      for (const listener of listeners) listener();
    },
    seekTo: (to) => seek?.(to),
    connect: (performer) => {
      seek = performer;
      return () => {
        if (seek === performer) seek = undefined;
      };
    },
  };
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
