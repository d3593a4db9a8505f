// Reports where a member is in one lesson: every ten seconds while it plays and at once when it pauses, jumps,
// hides or ends. One report is under way at a time, so that an older position never lands after a newer one;
// a failed report is tried again with the position of that later moment.
export const HEARTBEAT_MS = 10_000;
/** This long after the last jump the member has arrived. */
export const JUMP_MS = 500;
/** An answer that takes longer counts as none. */
const PATIENCE_MS = 20_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;
/** More tries after the lesson was left could overtake the reports of a member who came back to it. */
const TRIES_AFTER_STOP = 3;

/** What the server made of a report: kept, worth another try, or refused until the member acts. */
export type ReportOutcome = 'kept' | 'failed' | 'refused';

export interface Heartbeat {
  /** The player's position, in seconds, as often as it likes. */
  moved(seconds: number): void;
  playing(): void;
  /** Paused or ended. */
  paused(): void;
  /** Moved along the bar. A drag makes many jumps and one report. */
  jumped(): void;
  /** The page is hidden or left: report without waiting for a report under way. */
  left(): void;
  /** The network came back, or the member signed in again. */
  retryNow(): void;
  /** Another lesson follows. What could not be reported is tried a few times more. */
  stop(): void;
}

export function createHeartbeat(
  startSeconds: number,
  send: (watchedSeconds: number) => Promise<ReportOutcome>,
): Heartbeat {
  let position = Math.floor(startSeconds);
  let kept = position;
  let sending: number | undefined;
  let again = false;
  let refused = false;
  let triesLeft = Number.POSITIVE_INFINITY;
  let retryMs = FIRST_RETRY_MS;
  let drag: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function report({ waiting = true } = {}): void {
    if (refused || position === kept) return;
    if (sending !== undefined) {
      if (sending === position) return;
      if (waiting) {
        again = true;
        return;
      }
    }
    clearTimeout(retry);
    clearTimeout(drag);
    const reported = position;
    sending = reported;
    const patience = setTimeout(() => settle(reported, 'failed'), PATIENCE_MS);
    void send(reported).then((outcome) => {
      clearTimeout(patience);
      settle(reported, outcome);
    });
  }

  function settle(reported: number, outcome: ReportOutcome): void {
    if (sending === reported) sending = undefined;
    if (outcome === 'refused') {
      refused = true;
      return;
    }
    if (outcome === 'failed') {
      clearTimeout(retry);
      if (triesLeft-- <= 0) return;
      retry = setTimeout(() => report(), retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      return;
    }
    kept = reported;
    retryMs = FIRST_RETRY_MS;
    if (again) {
      again = false;
      report();
    }
  }

  function stopBeating(): void {
    clearInterval(beat);
    beat = undefined;
  }

  return {
    moved(seconds) {
      position = Math.max(0, Math.floor(seconds));
    },
    playing() {
      beat ??= setInterval(() => report(), HEARTBEAT_MS);
    },
    paused() {
      stopBeating();
      report();
    },
    jumped() {
      clearTimeout(drag);
      drag = setTimeout(() => report(), JUMP_MS);
    },
    left() {
      report({ waiting: false });
    },
    retryNow() {
      refused = false;
      retryMs = FIRST_RETRY_MS;
      report();
    },
    stop() {
      stopBeating();
      triesLeft = TRIES_AFTER_STOP;
      report({ waiting: false });
    },
  };
}
