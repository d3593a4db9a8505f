import { describe, expect, it } from 'vitest';

import { mergeReports, parseReport, type Report } from './report';

const report = (change: Partial<Report> = {}): Report => ({
  courseId: 7,
  videoId: 701,
  watchedSeconds: 10,
  watchedAt: '2026-11-22T10:00:00.000Z',
  played: [[0, 10]],
  ...change,
});

describe('mergeReports', () => {
  it('keeps the later position and time, and all that was played', () => {
    const later = report({ watchedSeconds: 25, watchedAt: '2026-11-22T10:05:00.000Z' });
    expect(mergeReports(report(), { ...later, played: [[15, 25]] })).toEqual({
      ...later,
      played: [
        [0, 10],
        [15, 25],
      ],
    });
  });

  it('keeps a mark of the member, and the last of two', () => {
    expect(mergeReports(report({ completed: true }), report())?.completed).toBe(true);
    expect(mergeReports(report({ completed: true }), report({ completed: false }))?.completed).toBe(
      false,
    );
    expect(mergeReports(report(), report())).not.toHaveProperty('completed');
  });

  it('never lets a lesson marked as not finished swallow what was watched after it', () => {
    expect(mergeReports(report({ completed: false }), report())).toBeUndefined();
  });

  it('leaves reports of two lessons alone', () => {
    expect(mergeReports(report(), report({ videoId: 702 }))).toBeUndefined();
  });

  it('leaves reports alone that would have more than twenty spans', () => {
    const spans = (from: number) =>
      Array.from({ length: 11 }, (_, part) => [from + part * 10, from + part * 10 + 1] as const);
    const merged = mergeReports(report({ played: spans(0) }), report({ played: spans(500) }));
    expect(merged).toBeUndefined();
  });
});

describe('parseReport', () => {
  it.each([report(), report({ completed: true }), report({ played: [] })])('reads %j', (one) => {
    expect(parseReport(JSON.stringify(one))).toEqual(one);
  });

  it.each([
    'no json',
    'null',
    '{}',
    JSON.stringify(report({ watchedSeconds: -1 })),
    JSON.stringify(report({ watchedSeconds: 1.5 })),
    JSON.stringify(report({ watchedAt: 'yesterday' })),
    JSON.stringify({ ...report(), played: [[9, 3]] }),
    JSON.stringify({ ...report(), played: [['0', 3]] }),
    JSON.stringify({ ...report(), played: 'all' }),
    JSON.stringify({ ...report(), played: Array.from({ length: 21 }, () => [0, 1]) }),
  ])('refuses %s', (text) => {
    expect(parseReport(text)).toBeUndefined();
  });
});
