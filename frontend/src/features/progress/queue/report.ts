// A progress report: where a member stood in a lesson, when, and what was played since the report before.
import { joinSpans, MAX_SPANS, type PlayedSpan } from './played';

export interface Report {
  courseId: number;
  videoId: number;
  /** Where to resume: whole seconds from the start. */
  watchedSeconds: number;
  /** Only when the member marked the lesson. */
  completed?: boolean;
  /** When it was so, in UTC (RFC 3339). */
  watchedAt: string;
  played: readonly PlayedSpan[];
}

/**
 * One report that says what both say, or undefined: reports of two lessons, more spans than one report may have, or a
 * lesson marked as not finished and then played, which may finish it again.
 */
export function mergeReports(earlier: Report, later: Report): Report | undefined {
  if (earlier.videoId !== later.videoId) return undefined;
  if (earlier.completed === false && later.completed === undefined) return undefined;
  const played = joinSpans(earlier.played, later.played);
  if (played.length > MAX_SPANS) return undefined;
  const completed = later.completed ?? earlier.completed;
  return { ...later, ...(completed === undefined ? {} : { completed }), played };
}

/** A report read from storage, which is not trusted; undefined when the text is not a report. */
export function parseReport(text: string): Report | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { courseId, videoId, watchedSeconds, completed, watchedAt, played }: Fields = value;
  if (!isWhole(courseId) || !isWhole(videoId) || !isWhole(watchedSeconds)) return undefined;
  if (typeof watchedAt !== 'string' || Number.isNaN(Date.parse(watchedAt))) return undefined;
  if (!Array.isArray(played) || played.length > MAX_SPANS) return undefined;
  const spans = played.filter(isSpan);
  if (spans.length < played.length) return undefined;
  const marked = typeof completed === 'boolean' ? { completed } : {};
  return { courseId, videoId, watchedSeconds, ...marked, watchedAt, played: spans };
}

type Fields = Partial<Record<keyof Report, unknown>>;

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isSpan(value: unknown): value is PlayedSpan {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [from, to]: unknown[] = value;
  return isWhole(from) && isWhole(to) && from <= to;
}
