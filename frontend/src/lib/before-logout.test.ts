import { afterEach, expect, test, vi } from 'vitest';

import { beforeLogout, logOutAfterPendingWork } from './before-logout';

const removals: (() => void)[] = [];
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
  vi.useRealTimers();
});

test('a logout is sent after the last report', async () => {
  const order: string[] = [];
  removals.push(
    beforeLogout({
      finish: async () => {
        await Promise.resolve();
        order.push('report');
      },
      resume: () => order.push('resumed'),
    }),
  );
  await logOutAfterPendingWork(async () => order.push('logout'));
  expect(order).toEqual(['report', 'logout']);
});

test('reports resume after a failed logout', async () => {
  const resume = vi.fn();
  removals.push(beforeLogout({ finish: () => Promise.resolve(), resume }));
  await expect(logOutAfterPendingWork(() => Promise.reject(new Error('503')))).rejects.toThrow(
    '503',
  );
  expect(resume).toHaveBeenCalledOnce();
});

test('a report that is never answered does not prevent the logout', async () => {
  vi.useFakeTimers();
  removals.push(
    beforeLogout({ finish: () => new Promise(() => undefined), resume: () => undefined }),
  );
  const done = logOutAfterPendingWork(() => Promise.resolve('signed out'));
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(done).resolves.toBe('signed out');
});
