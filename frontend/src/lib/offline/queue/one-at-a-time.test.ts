import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { STORE_MS } from '../store-time';
import { oneAtATime } from './one-at-a-time';

/** Web Locks of which a frozen tab holds the name `frozen`. */
const locks = {
  held: 0,
  async request(name: string, { signal }: { signal: AbortSignal }, task: () => Promise<void>) {
    if (name === 'frozen') {
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    this.held += 1;
    return task();
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a task runs under its lock, once, and its failure is its own', async () => {
  const task = vi.fn(() => Promise.reject(new Error('refused')));
  await expect(oneAtATime('free', task)).rejects.toThrow('refused');
  await vi.advanceTimersByTimeAsync(STORE_MS * 2);
  expect(task).toHaveBeenCalledTimes(1);
  expect(locks.held).toBe(1);
});

it('a lock that is never granted is waited for two seconds', async () => {
  const task = vi.fn(() => Promise.resolve());
  const done = oneAtATime('frozen', task);
  await vi.advanceTimersByTimeAsync(STORE_MS - 1);
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(task).toHaveBeenCalledTimes(1);
});

it('without the lock the tasks of this tab still run one after another', async () => {
  let finish = () => {};
  const order: string[] = [];
  const first = oneAtATime('frozen', async () => {
    order.push('first');
    await new Promise<void>((resolve) => (finish = resolve));
  });
  const second = oneAtATime('frozen', async () => void order.push('second'));
  await vi.advanceTimersByTimeAsync(STORE_MS * 3);
  expect(order).toEqual(['first']);
  finish();
  await vi.advanceTimersByTimeAsync(STORE_MS);
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});
