import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeartbeat, HEARTBEAT_MS, SEEK_DEBOUNCE_MS, type ReportOutcome } from './heartbeat';

/** A fake server whose answers the test gives one by one. */
function reports() {
  const sent: { seconds: number; answer: (outcome: ReportOutcome) => Promise<void> }[] = [];
  const send = (seconds: number) =>
    new Promise<ReportOutcome>((resolve) => {
      sent.push({
        seconds,
        answer: async (outcome) => {
          resolve(outcome);
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    });
  return { sent, send, seconds: () => sent.map((report) => report.seconds) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createHeartbeat', () => {
  it('reports every ten seconds while playing, in whole seconds', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.playing();
    heartbeat.moved(9.97);
    vi.advanceTimersByTime(HEARTBEAT_MS - 1);
    expect(sent).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(seconds()).toEqual([9]);
    await sent[0]?.answer('stored');
    heartbeat.moved(19.9);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(seconds()).toEqual([9, 19]);
  });

  it('reports at once on pause, then no more', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.playing();
    heartbeat.moved(4.2);
    heartbeat.paused();
    expect(seconds()).toEqual([4]);
    await sent[0]?.answer('stored');
    vi.advanceTimersByTime(HEARTBEAT_MS * 3);
    expect(sent).toHaveLength(1);
  });

  it('sends one report for a drag along the bar, and keeps its interval', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.playing();
    for (const position of [10, 25, 40]) {
      heartbeat.moved(position);
      heartbeat.seeked();
      vi.advanceTimersByTime(SEEK_DEBOUNCE_MS - 1);
    }
    expect(sent).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(seconds()).toEqual([40]);
    await sent[0]?.answer('stored');
    heartbeat.moved(50);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(seconds()).toEqual([40, 50]);
  });

  it('never reports the position where the lesson was resumed, nor one position twice', async () => {
    const { send, sent } = reports();
    const heartbeat = createHeartbeat(37, send);
    heartbeat.moved(37.4);
    heartbeat.seeked();
    heartbeat.left();
    expect(sent).toHaveLength(0);
    heartbeat.moved(38);
    heartbeat.left();
    heartbeat.left();
    await sent[0]?.answer('stored');
    heartbeat.left();
    expect(sent).toHaveLength(1);
  });

  it('waits for the report in flight, then reports only the latest position', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    for (const position of [1, 2, 3]) {
      heartbeat.moved(position);
      heartbeat.paused();
    }
    expect(seconds()).toEqual([1]);
    await sent[0]?.answer('stored');
    expect(seconds()).toEqual([1, 3]);
  });

  it('does not wait when the page is left', () => {
    const { send, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.moved(1);
    heartbeat.paused();
    heartbeat.moved(2);
    heartbeat.left();
    expect(seconds()).toEqual([1, 2]);
  });

  it('retries a failed report with growing delays and the latest position', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.moved(5);
    heartbeat.paused();
    await sent[0]?.answer('failed');
    heartbeat.moved(7);
    vi.advanceTimersByTime(2_000);
    expect(seconds()).toEqual([5, 7]);
    await sent[1]?.answer('failed');
    vi.advanceTimersByTime(2_000);
    expect(sent).toHaveLength(2);
    vi.advanceTimersByTime(2_000);
    expect(sent).toHaveLength(3);
  });

  it('times out without an answer and reports the latest position', () => {
    const { send, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.moved(5);
    heartbeat.paused();
    heartbeat.moved(6);
    vi.advanceTimersByTime(19_999);
    expect(seconds()).toEqual([5]);
    vi.advanceTimersByTime(2_001);
    expect(seconds()).toEqual([5, 6]);
  });

  it('retries at once when the network is back', async () => {
    const { send, sent } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.moved(5);
    heartbeat.paused();
    await sent[0]?.answer('failed');
    heartbeat.retryNow();
    expect(sent).toHaveLength(2);
  });

  it('stops after a refusal, until it is resumed', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.playing();
    heartbeat.moved(5);
    heartbeat.paused();
    await sent[0]?.answer('refused');
    heartbeat.moved(30);
    vi.advanceTimersByTime(HEARTBEAT_MS * 4);
    heartbeat.left();
    expect(sent).toHaveLength(1);
    heartbeat.retryNow();
    expect(seconds()).toEqual([5, 30]);
  });

  it('reports the last position when it is stopped, and retries a few times only', async () => {
    const { send, sent, seconds } = reports();
    const heartbeat = createHeartbeat(0, send);
    heartbeat.playing();
    heartbeat.moved(12.7);
    heartbeat.stop();
    expect(seconds()).toEqual([12]);
    for (let index = 0; index < 10; index += 1) {
      await sent[index]?.answer('failed');
      vi.advanceTimersByTime(60_000);
    }
    expect(seconds()).toEqual([12, 12, 12, 12]);
  });
});
