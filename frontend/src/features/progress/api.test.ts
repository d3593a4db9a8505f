import { describe, expect, it } from 'vitest';

import { withWaiting } from './api';

const answered = (watchedSeconds: number, lastWatched: string, completed = false) => ({
  videoId: 701,
  watchedSeconds,
  completed,
  lastWatched,
});
const waiting = (watchedSeconds: number, watchedAt: string, completed?: boolean) => ({
  videoId: 701,
  watchedSeconds,
  watchedAt,
  ...(completed === undefined ? {} : { completed }),
});

const EARLY = '2026-11-20T10:00:00Z';
const LATE = '2026-11-20T10:05:00.000Z';

describe('withWaiting', () => {
  it('takes the newest by the time at which it was so', () => {
    expect(withWaiting([answered(10, EARLY)], [waiting(36, LATE)])).toEqual([answered(36, LATE)]);
    expect(withWaiting([answered(10, LATE)], [waiting(36, EARLY)])).toEqual([answered(10, LATE)]);
    expect(withWaiting([], [waiting(36, EARLY)])).toEqual([answered(36, EARLY)]);
    expect(withWaiting([], [waiting(36, EARLY), waiting(5, LATE)])).toEqual([answered(5, LATE)]);
  });

  it('keeps a completion, and takes the mark of a report', () => {
    expect(withWaiting([answered(90, EARLY, true)], [waiting(5, LATE)])).toEqual([
      answered(5, LATE, true),
    ]);
    expect(withWaiting([answered(90, EARLY, true)], [waiting(90, LATE, false)])).toEqual([
      answered(90, LATE, false),
    ]);
  });
});
