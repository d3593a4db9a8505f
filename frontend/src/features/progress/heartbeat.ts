// Reports the position in one lesson: every ten seconds while it plays, and at once on pause, seek, end and when the
// page is hidden. Only one report is in flight, so that an older position never arrives after a newer one. A failed
// report is retried with the position at the time of the retry.
export const HEARTBEAT_MS = 10_000;
/** Seeks within this time count as one, such as the many of a drag. */
export const SEEK_DEBOUNCE_MS = 500;
/** A report without an answer for this long has failed. */
const ANSWER_TIMEOUT_MS = 20_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;
/** More retries after the lesson was left could overwrite later reports of the same lesson. */
const RETRIES_AFTER_STOP = 3;

/** Stored, failed and worth a retry, or refused until the member acts. */
export type ReportOutcome = 'stored' | 'failed' | 'refused';

export interface Heartbeat {
  /** The player's position in seconds; may be called often. */
  moved(seconds: number): void;
  playing(): void;
  /** Paused or ended. */
  paused(): void;
  /** The position was changed by the member. */
  seeked(): void;
  /** The page is hidden or left: reports without waiting for a report in flight. */
  left(): void;
  /** The network is back, or the member signed in again. */
  retryNow(): void;
  /** The lesson is left. A failed report is retried a few more times. */
  stop(): void;
}

export function createHeartbeat(
  startSeconds: number,
  send: (watchedSeconds: number) => Promise<ReportOutcome>,
): Heartbeat {
  let position = Math.floor(startSeconds);
  let stored = position;
  let sending: number | undefined;
  let reportAgain = false;
  let refused = false;
  let retriesLeft = Number.POSITIVE_INFINITY;
  let retryMs = FIRST_RETRY_MS;
  let seekTimer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function report({ waiting = true } = {}): void {
    if (refused || position === stored) return;
    if (sending !== undefined) {
      if (sending === position) return;
      if (waiting) {
        reportAgain = true;
        return;
      }
    }
    clearTimeout(retry);
    clearTimeout(seekTimer);
    const reported = position;
    sending = reported;
    const answerTimer = setTimeout(() => settle(reported, 'failed'), ANSWER_TIMEOUT_MS);
    void send(reported).then((outcome) => {
      clearTimeout(answerTimer);
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
      if (retriesLeft-- <= 0) return;
      retry = setTimeout(() => report(), retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      return;
    }
    stored = reported;
    retryMs = FIRST_RETRY_MS;
    if (reportAgain) {
      reportAgain = false;
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
    seeked() {
      clearTimeout(seekTimer);
      seekTimer = setTimeout(() => report(), SEEK_DEBOUNCE_MS);
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
      retriesLeft = RETRIES_AFTER_STOP;
      report({ waiting: false });
    },
  };
}
