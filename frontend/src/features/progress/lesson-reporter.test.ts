import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  createLessonReporter,
  REPORT_MS,
  SEEK_DEBOUNCE_MS,
  type LessonReport,
} from './lesson-reporter';

function reporterFrom(startSeconds: number) {
  const reports: LessonReport[] = [];
  const reporter = createLessonReporter(startSeconds, (report) => reports.push(report));
  return { reporter, reports, seconds: () => reports.map((report) => report.watchedSeconds) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createLessonReporter', () => {
  it('reports every ten seconds while playing, in whole seconds', () => {
    const { reporter, seconds } = reporterFrom(0);
    reporter.playing();
    reporter.moved(9.97);
    vi.advanceTimersByTime(REPORT_MS - 1);
    expect(seconds()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seconds()).toEqual([9]);
    reporter.moved(19.9);
    vi.advanceTimersByTime(REPORT_MS);
    expect(seconds()).toEqual([9, 19]);
  });

  it('reports at once on pause, then no more', () => {
    const { reporter, seconds } = reporterFrom(0);
    reporter.playing();
    reporter.moved(4.2);
    reporter.paused();
    expect(seconds()).toEqual([4]);
    vi.advanceTimersByTime(REPORT_MS * 3);
    expect(seconds()).toEqual([4]);
  });

  it('sends one report for a drag along the bar, and keeps its interval', () => {
    const { reporter, seconds } = reporterFrom(0);
    reporter.playing();
    for (const position of [10, 25, 40]) {
      reporter.seeking();
      reporter.moved(position);
      reporter.seeked();
      vi.advanceTimersByTime(SEEK_DEBOUNCE_MS - 1);
    }
    expect(seconds()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seconds()).toEqual([40]);
    reporter.moved(50);
    vi.advanceTimersByTime(REPORT_MS);
    expect(seconds()).toEqual([40, 50]);
  });

  it('never reports the position where the lesson was resumed, nor one position twice', () => {
    const { reporter, seconds } = reporterFrom(37);
    reporter.moved(37.4);
    reporter.seeked();
    reporter.left();
    expect(seconds()).toEqual([]);
    reporter.moved(38);
    reporter.left();
    reporter.left();
    reporter.stop();
    expect(seconds()).toEqual([38]);
  });

  it('reports the last position when the lesson is left, and says when the page is left', () => {
    const { reporter, reports } = reporterFrom(0);
    reporter.playing();
    reporter.moved(12.7);
    reporter.left();
    reporter.moved(14.2);
    reporter.stop();
    expect(reports.map(({ watchedSeconds, leaving }) => [watchedSeconds, leaving])).toEqual([
      [12, true],
      [14, false],
    ]);
  });

  it('says what was played since the report before, without what was jumped over', () => {
    const { reporter, reports } = reporterFrom(0);
    reporter.playing();
    reporter.moved(0);
    reporter.moved(4.2);
    reporter.seeking();
    reporter.moved(60);
    reporter.seeked();
    reporter.moved(63.5);
    reporter.paused();
    reporter.seeking();
    reporter.moved(80);
    reporter.seeked();
    vi.advanceTimersByTime(SEEK_DEBOUNCE_MS);
    expect(reports.map(({ played }) => played)).toEqual([
      [
        [0, 5],
        [60, 64],
      ],
      [],
    ]);
  });
});
