import { describe, expect, it } from 'vitest';

import { createPlayedRecorder, joinSpans, MAX_SPANS } from './played';

describe('joinSpans', () => {
  it('merges spans that overlap or touch, in order', () => {
    expect(
      joinSpans(
        [
          [30, 40],
          [0, 10],
        ],
        [
          [10, 12],
          [35, 50],
          [60, 61],
        ],
      ),
    ).toEqual([
      [0, 12],
      [30, 50],
      [60, 61],
    ]);
  });
});

describe('createPlayedRecorder', () => {
  it('records nothing before the lesson plays and after it paused', () => {
    const recorder = createPlayedRecorder();
    recorder.moved(1);
    recorder.moved(5);
    recorder.playing();
    recorder.moved(10);
    recorder.moved(12);
    recorder.paused();
    recorder.moved(40);
    expect(recorder.take()).toEqual([[10, 12]]);
    expect(recorder.take()).toEqual([]);
  });

  it('goes on where the last report ended', () => {
    const recorder = createPlayedRecorder();
    recorder.playing();
    for (const second of [0, 5, 10]) recorder.moved(second);
    expect(recorder.take()).toEqual([[0, 10]]);
    recorder.moved(14);
    expect(recorder.take()).toEqual([[10, 14]]);
  });

  it('treats a position that goes back as a jump', () => {
    const recorder = createPlayedRecorder();
    recorder.playing();
    for (const second of [50, 55, 3, 6]) recorder.moved(second);
    expect(recorder.take()).toEqual([
      [3, 6],
      [50, 55],
    ]);
  });

  it('gives at most twenty spans, and the rest with the next report', () => {
    const recorder = createPlayedRecorder();
    recorder.playing();
    for (let part = 0; part < 25; part += 1) {
      recorder.moved(part * 100);
      recorder.moved(part * 100 + 2);
      recorder.interrupted();
    }
    expect(recorder.take()).toHaveLength(MAX_SPANS);
    expect(recorder.take()).toEqual([2000, 2100, 2200, 2300, 2400].map((at) => [at, at + 2]));
  });
});
