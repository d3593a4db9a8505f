import { afterEach, expect, test, vi } from 'vitest';

import { beforeLogout, logOutAfterLastWork } from './before-logout';

const forgets: (() => void)[] = [];
afterEach(() => {
  for (const forget of forgets.splice(0)) forget();
  vi.useRealTimers();
});

test('a logout comes after the last report', async () => {
  const order: string[] = [];
  forgets.push(
    beforeLogout({
      finish: async () => {
        await Promise.resolve();
        order.push('report');
      },
      resume: () => order.push('resumed'),
    }),
  );
  await logOutAfterLastWork(async () => order.push('logout'));
  expect(order).toEqual(['report', 'logout']);
});

test('a failed logout lets the reports go on', async () => {
  const resume = vi.fn();
  forgets.push(beforeLogout({ finish: () => Promise.resolve(), resume }));
  await expect(logOutAfterLastWork(() => Promise.reject(new Error('503')))).rejects.toThrow('503');
  expect(resume).toHaveBeenCalledOnce();
});

test('a report that never answers does not keep anybody signed in', async () => {
  vi.useFakeTimers();
  forgets.push(
    beforeLogout({ finish: () => new Promise(() => undefined), resume: () => undefined }),
  );
  const done = logOutAfterLastWork(() => Promise.resolve('signed out'));
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(done).resolves.toBe('signed out');
});
