// When the position in one lesson is reported: every ten seconds while it plays, and at once on pause, seek, end and
// when the page is hidden. The queue (queue/) sends the reports and keeps the reports that cannot be sent.
import { createPlayedRecorder, type PlayedSpan } from './queue/played';

export const REPORT_MS = 10_000;
/** Seeks within this time count as one, such as the many of a drag. */
export const SEEK_DEBOUNCE_MS = 500;

export interface LessonReport {
  watchedSeconds: number;
  played: PlayedSpan[];
  /** The page may be closed next. */
  leaving: boolean;
}

export interface LessonReporter {
  /** The player's position in seconds; may be called often. */
  moved(seconds: number): void;
  playing(): void;
  /** Paused or ended. */
  paused(): void;
  /** The position is about to be changed by the member. */
  seeking(): void;
  /** The position was changed by the member. */
  seeked(): void;
  /** The page is hidden or left. */
  left(): void;
  /** The lesson is left. */
  stop(): void;
}

export function createLessonReporter(
  startSeconds: number,
  send: (report: LessonReport) => void,
): LessonReporter {
  const played = createPlayedRecorder();
  let position = Math.floor(startSeconds);
  let reported = position;
  let seekTimer: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const reportNow = ({ leaving = false } = {}) => {
    clearTimeout(seekTimer);
    const spans = played.take();
    if (position === reported && spans.length === 0) return;
    reported = position;
    send({ watchedSeconds: position, played: spans, leaving });
  };

  const stopTimer = () => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    moved(seconds) {
      position = Math.max(0, Math.floor(seconds));
      played.moved(seconds);
    },
    playing() {
      played.playing();
      timer ??= setInterval(() => reportNow(), REPORT_MS);
    },
    paused() {
      played.paused();
      stopTimer();
      reportNow();
    },
    seeking: played.interrupted,
    seeked() {
      clearTimeout(seekTimer);
      seekTimer = setTimeout(() => reportNow(), SEEK_DEBOUNCE_MS);
    },
    left() {
      reportNow({ leaving: true });
    },
    stop() {
      played.paused();
      stopTimer();
      reportNow();
    },
  };
}
