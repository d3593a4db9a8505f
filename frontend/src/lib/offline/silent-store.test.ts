// Stores of the browser that never answer, or too late.
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { STORE_MS } from './store-time';

const KEY = '/api/user/courses';

/** The module with a store that it has not opened yet, and the errors that it knows. */
async function keptAnswers(open: (name: string) => unknown) {
  vi.stubGlobal('indexedDB', { open });
  vi.resetModules();
  return { ...(await import('./kept-answers')), ...(await import('../api-error')) };
}

/** What becomes of a promise in the time. */
async function within(ms: number, promise: Promise<unknown>) {
  let outcome: unknown = 'nothing yet';
  void promise.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  );
  await vi.advanceTimersByTimeAsync(ms);
  return outcome;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an IndexedDB that never answers holds up no answer of the server', async () => {
  const { orKept, ApiError } = await keptAnswers(() => ({}));
  expect(
    await within(
      0,
      orKept(KEY, () => Promise.resolve('courses')),
    ),
  ).toBe('courses');
  const refused = new ApiError(new Response('', { status: 401 }), null);
  expect(
    await within(
      0,
      orKept(KEY, () => Promise.reject(refused)),
    ),
  ).toBe(refused);
});

it('without a connection it is waited for two seconds', async () => {
  const { orKept, readKept, forgetAll, isCourseOpen, NetworkError } = await keptAnswers(() => ({}));
  const answer = orKept(KEY, () => Promise.reject(new NetworkError('offline')));
  expect(await within(STORE_MS - 1, answer)).toBe('nothing yet');
  expect(await within(1, answer)).toBeInstanceOf(NetworkError);
  expect(await within(STORE_MS, readKept(KEY))).toBeUndefined();
  expect(await within(STORE_MS, forgetAll())).toBeUndefined();
  expect(await within(STORE_MS, isCourseOpen(7))).toBe(true);
});

it('what was given up is not written when the store answers after all', async () => {
  vi.useRealTimers();
  const factory = new IDBFactory();
  let answer = () => {};
  const opened = new Promise<void>((resolve) => (answer = resolve));
  const { keep, readKept } = await keptAnswers((name) => {
    const late: { result?: IDBDatabase; onsuccess?: () => void } = {};
    const request = factory.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore('answers');
    request.onsuccess = () =>
      void opened.then(() => {
        late.result = request.result;
        late.onsuccess?.();
      });
    return late;
  });
  await keep(KEY, 'of the account before');
  answer();
  expect(await readKept(KEY)).toBeUndefined();
});
