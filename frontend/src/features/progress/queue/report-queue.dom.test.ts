import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, NetworkError } from '@/lib/api-client';
import { createSendQueue, LIVE_MS, LONGEST_RETRY_MS } from '@/lib/offline/queue/send-queue';
import { deferred } from '@/test/deferred';

import type { Report } from './report';
import { reports } from './report-queue';

/** Reports of a member who watches: each is a minute after the one before. */
function report(minute: number, change: Partial<Report> = {}): Report {
  return {
    courseId: 7,
    videoId: 701,
    watchedSeconds: minute * 60,
    watchedAt: new Date(Date.UTC(2026, 10, 22, 10, minute)).toISOString(),
    played: [],
    ...change,
  };
}

const offline = () => Promise.reject(new NetworkError('offline'));
const refusal = (status: number, code: string, headers = {}) =>
  new ApiError(new Response('', { status, headers }), { code, message: 'Because.' });

/** A page of an account; `network` answers its reports. */
function page(account: number, network: (report: Report) => Promise<void>) {
  const sent: Report[] = [];
  /** Of each attempt, whether the report had just been made. */
  const lives: boolean[] = [];
  const connection = { network, signedIn: true };
  const deliver = async (one: Report, { live }: { live: boolean }) => {
    lives.push(live);
    await connection.network(one);
    sent.push(one);
  };
  const queue = createSendQueue(
    { ...reports, deliver },
    {
      account,
      lockName: `test:${testCount}:${account}`,
      isSignedIn: () => connection.signedIn,
    },
  );
  return { queue, sent, lives, connection, seconds: () => sent.map((one) => one.watchedSeconds) };
}

const answered = () => Promise.resolve();
const rows = (account = 1) =>
  Object.keys(localStorage).filter((key) => key.startsWith(`progress-report:${account}:`));
const delivered = () => vi.advanceTimersByTimeAsync(0);

/** A report that is never answered holds the lock of its test. */
let testCount = 0;
beforeEach(() => {
  testCount += 1;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('a queue of reports', () => {
  it('sends a report at once and keeps nothing of it', async () => {
    const { queue, sent } = page(1, answered);
    queue.add(report(1));
    expect(rows()).toHaveLength(1);
    await delivered();
    expect(sent).toEqual([report(1)]);
    expect(rows()).toEqual([]);
    expect(queue.getState()).toEqual({ pending: 0, reachable: true });
  });

  it('says of a report that it has just been made, and of a kept one that it has not', async () => {
    const { queue, connection, lives } = page(1, offline);
    queue.add(report(1));
    await vi.advanceTimersByTimeAsync(LONGEST_RETRY_MS);
    expect(lives.length).toBeGreaterThan(1);
    expect(lives).toEqual(lives.map((_, attempt) => attempt === 0));
    connection.network = answered;
    queue.retryNow();
    await delivered();
    expect(lives.at(-1)).toBe(false);
    queue.add(report(2));
    await delivered();
    expect(lives.at(-1)).toBe(true);
  });

  it('says of a report that waited behind another that it was kept', async () => {
    const first = deferred();
    const { queue, connection, lives } = page(1, () => first.promise);
    queue.add(report(1));
    queue.add(report(2, { videoId: 702 }));
    await vi.advanceTimersByTimeAsync(LIVE_MS);
    connection.network = answered;
    first.resolve();
    await delivered();
    expect(lives).toEqual([true, false]);
  });

  it('sends what was kept in the order of its time when the network is back', async () => {
    const { queue, connection, sent } = page(1, offline);
    queue.add(report(1));
    queue.add(report(2, { videoId: 702 }));
    queue.add(report(3, { videoId: 703 }));
    await delivered();
    expect(queue.getState()).toEqual({ pending: 3, reachable: false });
    connection.network = answered;
    queue.retryNow();
    await delivered();
    expect(sent.map(({ videoId }) => videoId)).toEqual([701, 702, 703]);
    expect(queue.getState()).toEqual({ pending: 0, reachable: true });
  });

  it('sends them also after the page was closed and opened again', async () => {
    const closed = page(1, offline);
    closed.queue.add(report(4));
    await delivered();
    closed.queue.stop();
    const opened = page(1, answered);
    await opened.queue.flush();
    expect(opened.sent).toEqual([report(4)]);
    expect(rows()).toEqual([]);
  });

  it('keeps one row for a lesson that is watched offline for an hour', async () => {
    const { queue, connection, sent } = page(1, offline);
    for (let count = 1; count <= 360; count += 1) {
      queue.add(report(0, { watchedSeconds: count * 10, played: [[count * 10 - 10, count * 10]] }));
      await delivered();
    }
    expect(rows()).toHaveLength(1);
    connection.network = answered;
    queue.retryNow();
    await delivered();
    expect(sent).toEqual([report(0, { watchedSeconds: 3600, played: [[0, 3600]] })]);
  });

  it('merges what closed tabs left of one lesson, and loses nothing of what they played', async () => {
    for (const minute of [1, 2, 3]) {
      const { queue } = page(1, offline);
      queue.add(report(minute, { played: [[minute * 60 - 10, minute * 60]] }));
      await delivered();
      queue.stop();
    }
    const { queue, sent } = page(1, answered);
    await queue.flush();
    expect(sent).toEqual([
      report(3, {
        played: [
          [50, 60],
          [110, 120],
          [170, 180],
        ],
      }),
    ]);
  });

  it('never loses a report that is merged while its earlier part is under way', async () => {
    let answer = () => {};
    const { queue, connection, seconds } = page(
      1,
      () => new Promise((resolve) => (answer = resolve)),
    );
    queue.add(report(1));
    await delivered();
    queue.add(report(2));
    queue.add(report(3));
    connection.network = answered;
    answer();
    await delivered();
    expect(seconds()).toEqual([60, 180]);
    expect(rows()).toEqual([]);
  });

  it('sends one at a time for all tabs', async () => {
    const answers: (() => void)[] = [];
    const network = () => new Promise<void>((resolve) => answers.push(resolve));
    const one = page(1, network);
    const other = page(1, network);
    one.queue.add(report(1));
    other.queue.add(report(2, { videoId: 702 }));
    await delivered();
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await delivered();
    expect(answers).toHaveLength(2);
    answers[1]?.();
    await delivered();
    expect([...one.sent, ...other.sent].map(({ videoId }) => videoId)).toEqual([701, 702]);
    expect(rows()).toEqual([]);
  });

  it('does not wait for other reports when the page is left', async () => {
    const asked: number[] = [];
    const { queue } = page(1, ({ watchedSeconds }) => {
      asked.push(watchedSeconds);
      return new Promise(() => {});
    });
    queue.add(report(1));
    await delivered();
    queue.add(report(2), { leaving: true });
    expect(asked).toEqual([60, 120]);
    expect(rows()).toHaveLength(2);
  });

  it('tries again by itself, with growing delays up to half a minute', async () => {
    let tries = 0;
    const { queue, connection, sent } = page(1, () => {
      tries += 1;
      return offline();
    });
    queue.add(report(1));
    await delivered();
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
    expect(tries).toBe(4);
    connection.network = answered;
    await vi.advanceTimersByTimeAsync(LONGEST_RETRY_MS);
    expect(sent).toHaveLength(1);
  });

  it('waits as long as a busy server asks', async () => {
    const { queue, connection, sent } = page(1, () =>
      Promise.reject(refusal(429, 'too_many_attempts', { 'Retry-After': '20' })),
    );
    queue.add(report(1));
    await delivered();
    connection.network = answered;
    await vi.advanceTimersByTimeAsync(19_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(1);
  });

  it('keeps reports while signed out and sends them after the next sign-in', async () => {
    const { queue, connection, sent } = page(1, () =>
      Promise.reject(refusal(401, 'unauthenticated')),
    );
    const refused = vi.fn();
    queue.onRefused(refused);
    queue.add(report(1));
    await delivered();
    expect(refused).toHaveBeenCalledOnce();
    connection.network = answered;
    queue.add(report(2));
    await delivered();
    expect(sent).toEqual([]);
    queue.retryNow();
    await delivered();
    expect(sent).toEqual([report(2)]);
  });

  it('drops a report that the server refuses for good, and goes on with the next', async () => {
    const { queue, connection, sent } = page(1, offline);
    queue.add(report(1));
    queue.add(report(2, { videoId: 702 }));
    await delivered();
    connection.network = ({ videoId }) =>
      videoId === 701 ? Promise.reject(refusal(403, 'no_access')) : Promise.resolve();
    const refused = vi.fn();
    queue.onRefused(refused);
    queue.retryNow();
    await delivered();
    expect(sent.map(({ videoId }) => videoId)).toEqual([702]);
    expect(refused).toHaveBeenCalledExactlyOnceWith(report(1), expect.any(ApiError));
    expect(rows()).toEqual([]);
  });

  it('keeps a report while too many devices play', async () => {
    const { queue, connection, sent } = page(1, () =>
      Promise.reject(refusal(403, 'too_many_streams')),
    );
    queue.add(report(1));
    await delivered();
    expect(rows()).toHaveLength(1);
    connection.network = answered;
    queue.retryNow();
    await delivered();
    expect(sent).toHaveLength(1);
  });
});

describe('two accounts in one browser', () => {
  it('never see or send each other’s reports', async () => {
    const first = page(1, offline);
    first.queue.add(report(1));
    await delivered();
    first.queue.stop();
    const second = page(2, answered);
    await second.queue.flush();
    expect(second.sent).toEqual([]);
    expect(second.queue.getState().pending).toBe(0);
    expect(rows(1)).toHaveLength(1);
  });

  it('a page of an account that is no longer signed in here sends nothing', async () => {
    const { queue, connection, sent } = page(1, answered);
    connection.signedIn = false;
    queue.add(report(1));
    queue.add(report(2), { leaving: true });
    await delivered();
    expect(sent).toEqual([]);
    connection.signedIn = true;
    await queue.flush();
    expect(sent).toEqual([report(2)]);
  });
});

describe('a browser without storage', () => {
  it('still sends reports, and again after a failure', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { queue, connection, sent } = page(1, offline);
    queue.add(report(1));
    await delivered();
    expect(queue.getState().pending).toBe(1);
    connection.network = answered;
    queue.retryNow();
    await delivered();
    expect(sent).toEqual([report(1)]);
  });

  it('drops rows that are no reports', async () => {
    localStorage.setItem('progress-report:1:x', '{"videoId":"all"}');
    const { queue, sent } = page(1, answered);
    await queue.flush();
    expect(sent).toEqual([]);
    expect(localStorage.getItem('progress-report:1:x')).toBeNull();
  });
});
