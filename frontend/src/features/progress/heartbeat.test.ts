import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createHeartbeat, HEARTBEAT_MS, SEEK_DEBOUNCE_MS, type Beat } from './heartbeat';

function heartbeatFrom(startSeconds: number) {
  const beats: Beat[] = [];
  const heartbeat = createHeartbeat(startSeconds, (beat) => beats.push(beat));
  return { heartbeat, beats, seconds: () => beats.map((beat) => beat.watchedSeconds) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createHeartbeat', () => {
  it('reports every ten seconds while playing, in whole seconds', () => {
    const { heartbeat, seconds } = heartbeatFrom(0);
    heartbeat.playing();
    heartbeat.moved(9.97);
    vi.advanceTimersByTime(HEARTBEAT_MS - 1);
    expect(seconds()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seconds()).toEqual([9]);
    heartbeat.moved(19.9);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(seconds()).toEqual([9, 19]);
  });

  it('reports at once on pause, then no more', () => {
    const { heartbeat, seconds } = heartbeatFrom(0);
    heartbeat.playing();
    heartbeat.moved(4.2);
    heartbeat.paused();
    expect(seconds()).toEqual([4]);
    vi.advanceTimersByTime(HEARTBEAT_MS * 3);
    expect(seconds()).toEqual([4]);
  });

  it('sends one report for a drag along the bar, and keeps its interval', () => {
    const { heartbeat, seconds } = heartbeatFrom(0);
    heartbeat.playing();
    for (const position of [10, 25, 40]) {
      heartbeat.seeking();
      heartbeat.moved(position);
      heartbeat.seeked();
      vi.advanceTimersByTime(SEEK_DEBOUNCE_MS - 1);
    }
    expect(seconds()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seconds()).toEqual([40]);
    heartbeat.moved(50);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(seconds()).toEqual([40, 50]);
  });

  it('never reports the position where the lesson was resumed, nor one position twice', () => {
    const { heartbeat, seconds } = heartbeatFrom(37);
    heartbeat.moved(37.4);
    heartbeat.seeked();
    heartbeat.left();
    expect(seconds()).toEqual([]);
    heartbeat.moved(38);
    heartbeat.left();
    heartbeat.left();
    heartbeat.stop();
    expect(seconds()).toEqual([38]);
  });

  it('reports the last position when the lesson is left, and says when the page is left', () => {
    const { heartbeat, beats } = heartbeatFrom(0);
    heartbeat.playing();
    heartbeat.moved(12.7);
    heartbeat.left();
    heartbeat.moved(14.2);
    heartbeat.stop();
    expect(beats.map(({ watchedSeconds, leaving }) => [watchedSeconds, leaving])).toEqual([
      [12, true],
      [14, false],
    ]);
  });

  it('says what was played since the report before, without what was jumped over', () => {
    const { heartbeat, beats } = heartbeatFrom(0);
    heartbeat.playing();
    heartbeat.moved(0);
    heartbeat.moved(4.2);
    heartbeat.seeking();
    heartbeat.moved(60);
    heartbeat.seeked();
    heartbeat.moved(63.5);
    heartbeat.paused();
    heartbeat.seeking();
    heartbeat.moved(80);
    heartbeat.seeked();
    vi.advanceTimersByTime(SEEK_DEBOUNCE_MS);
    expect(beats.map(({ played }) => played)).toEqual([
      [
        [0, 5],
        [60, 64],
      ],
      [],
    ]);
  });
});
