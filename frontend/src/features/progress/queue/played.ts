// Which seconds of a lesson were played: spans [from, to], in whole seconds of the lesson.

export type PlayedSpan = readonly [from: number, to: number];

/** The most spans of one report (contract). */
export const MAX_SPANS = 20;

/** The union of both, in order: spans that overlap or touch become one. */
export function joinSpans(
  some: readonly PlayedSpan[],
  others: readonly PlayedSpan[],
): PlayedSpan[] {
  const joined: PlayedSpan[] = [];
  for (const [from, to] of [...some, ...others].toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

export interface PlayedRecorder {
  playing(): void;
  /** The position while playing; may be called often. */
  moved(seconds: number): void;
  /** Paused, ended, or about to jump: the next position does not continue this one. */
  interrupted(): void;
  paused(): void;
  /** What was played since the last call, at most `MAX_SPANS`; the rest is in the next call's. */
  take(): PlayedSpan[];
}

export function createPlayedRecorder(): PlayedRecorder {
  let spans: PlayedSpan[] = [];
  let isPlaying = false;
  let open: { from: number; to: number } | undefined;

  const close = () => {
    if (open && open.to > open.from) {
      spans = joinSpans(spans, [[Math.floor(open.from), Math.ceil(open.to)]]);
    }
    open = undefined;
  };

  return {
    playing() {
      isPlaying = true;
    },
    moved(seconds) {
      if (!isPlaying) return;
      if (open && seconds < open.to) close();
      open ??= { from: seconds, to: seconds };
      open.to = seconds;
    },
    interrupted: close,
    paused() {
      close();
      isPlaying = false;
    },
    take() {
      const reached = open?.to;
      close();
      if (reached !== undefined) open = { from: reached, to: reached };
      const taken = spans.slice(0, MAX_SPANS);
      spans = spans.slice(MAX_SPANS);
      return taken;
    },
  };
}
