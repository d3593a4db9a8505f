import 'fake-indexeddb/auto';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, NetworkError } from '../api-error';
import { forgetServerTime, readServerTime } from '../server-clock';
import {
  accessKey,
  forgetAll,
  isCourseOpen,
  isShownFromKept,
  keep,
  keepChange,
  keepWith,
  orKept,
  readKept,
} from './kept-answers';

const answers = (data: unknown) => () => Promise.resolve(data);
const offline = () => Promise.reject(new NetworkError('offline'));
const refused = (status: number) => () =>
  Promise.reject(new ApiError(new Response('', { status }), null));

const LESSON = '/api/videos/701/lesson';
const access = (data: { hasAccess: boolean; expiresAt: string | null }) =>
  orKept(accessKey(7), answers(data), { course: 7 });

beforeEach(() => forgetAll());
afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
});

describe('an answer that is kept', () => {
  it('is shown without a connection, and only then', async () => {
    await orKept(LESSON, answers('first'), { course: 7 });
    await expect(orKept(LESSON, offline, { course: 7 })).resolves.toBe('first');
    expect(isShownFromKept(LESSON)).toBe(true);
    await expect(orKept(LESSON, answers('second'), { course: 7 })).resolves.toBe('second');
    expect(isShownFromKept(LESSON)).toBe(false);
  });

  it('is not said to be shown where a later call was answered first', async () => {
    await orKept(LESSON, answers('first'));
    let fail = () => {};
    const slow = new Promise<never>((_, reject) => {
      fail = () => reject(new NetworkError('offline'));
    });
    const earlier = orKept(LESSON, () => slow);
    await orKept(LESSON, answers('second'));
    fail();
    await expect(earlier).resolves.toBe('second');
    expect(isShownFromKept(LESSON)).toBe(false);
  });

  it('is not shown when the server answers an error', async () => {
    await orKept(LESSON, answers('first'));
    await expect(orKept(LESSON, refused(503))).rejects.toBeInstanceOf(ApiError);
    await expect(orKept(LESSON, offline)).resolves.toBe('first');
  });

  it.each([401, 403, 404])('is removed when the server refuses it with %d', async (status) => {
    await orKept(LESSON, answers('first'));
    await expect(orKept(LESSON, refused(status))).rejects.toBeInstanceOf(ApiError);
    await expect(orKept(LESSON, offline)).rejects.toBeInstanceOf(NetworkError);
  });

  it('ends with the access, to the second', async () => {
    const end = Date.parse('2026-11-22T12:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now: end - 1_000 });
    await access({ hasAccess: true, expiresAt: new Date(end).toISOString() });
    await orKept(LESSON, answers('text'), { course: 7 });
    await orKept('/api/courses/8', answers('another'), { course: 8 });
    vi.setSystemTime(end - 1);
    await expect(orKept(LESSON, offline)).resolves.toBe('text');
    vi.setSystemTime(end);
    await expect(orKept(LESSON, offline)).rejects.toBeInstanceOf(NetworkError);
    vi.setSystemTime(end - 1_000);
    await expect(orKept(LESSON, offline), 'it is removed, not hidden').rejects.toThrow();
    await expect(orKept('/api/courses/8', offline)).resolves.toBe('another');
  });

  it.each([
    ['slow', 3, true],
    ['fast', -3, false],
  ])("ends by the server's clock where the device's is %s", async (_, hours, hasEnded) => {
    const time = (hour: number) => new Date(Date.now() + hour * 3_600_000);
    readServerTime(new Headers({ Date: time(hours).toUTCString() }), performance.now());
    // By the device's clock it is the other way round.
    const end = time(hours + (hasEnded ? -1 : 1)).toISOString();
    await access({ hasAccess: true, expiresAt: end });
    await orKept(LESSON, answers('text'), { course: 7 });
    const shown = await orKept(LESSON, offline, { course: 7 }).catch(() => 'nothing');
    expect(shown).toBe(hasEnded ? 'nothing' : 'text');
  });

  it('lasts with an access without end, and ends when the access is taken back', async () => {
    await access({ hasAccess: true, expiresAt: null });
    await orKept(LESSON, answers('text'), { course: 7 });
    await expect(orKept(LESSON, offline)).resolves.toBe('text');
    await access({ hasAccess: false, expiresAt: null });
    await expect(orKept(LESSON, offline)).rejects.toBeInstanceOf(NetworkError);
  });

  it('changes with what the page writes, in the part that is kept', async () => {
    const part = (data: { id: number; email: string }) => ({ id: data.id });
    await keepChange('/api/user', { id: 2, email: 'second@example.com' });
    expect(await readKept('/api/user'), 'not before it was asked for').toBeUndefined();
    await orKept('/api/user', () => Promise.resolve({ id: 1, email: 'first@example.com' }), {
      part,
    });
    await keepChange('/api/user', { id: 2, email: 'second@example.com' });
    expect(await readKept('/api/user')).toEqual({ id: 2 });
  });

  it('goes when the account signs out', async () => {
    await orKept(LESSON, answers('text'));
    await forgetAll();
    await expect(orKept(LESSON, offline)).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('the access to a course', () => {
  const past = '2020-01-01T00:00:00Z';
  const open = () => Promise.all([7, 8].map(isCourseOpen));

  it('is not questioned before anything about it is kept', async () => {
    expect(await open()).toEqual([true, true]);
  });

  it('lasts as long as the own courses say', async () => {
    await keep('/api/user/courses', [
      { id: 7, expiresAt: null },
      { id: 8, expiresAt: past },
    ]);
    expect(await open()).toEqual([true, false]);
    await keep('/api/user/courses', [{ id: 8, expiresAt: null }]);
    expect(await open()).toEqual([false, true]);
  });

  it('is as the page of the course learned last', async () => {
    await keep('/api/user/courses', [{ id: 8 }]);
    await keep(accessKey(7), { hasAccess: true, expiresAt: null }, 7);
    expect(await open()).toEqual([true, true]);
  });
});

describe('what comes after its answer', () => {
  const PICTURE = '/media/courses/7/image';

  it('is kept with it, and not when it was removed meanwhile', async () => {
    await keep('/api/courses/7', {}, 7);
    await keepWith('/api/courses/7', PICTURE, 'picture', 7);
    expect(await readKept(PICTURE)).toBe('picture');
    await forgetAll();
    await keepWith('/api/courses/7', PICTURE, 'picture', 7);
    expect(await readKept(PICTURE)).toBeUndefined();
  });

  it('goes with a course that is no longer among the own ones', async () => {
    const own = (ids: number[]) => ids.map((id) => ({ id, expiresAt: null }));
    await keep('/api/user/courses', own([7, 8]));
    await keepWith('/api/user/courses', PICTURE, 'picture', 7);
    await keepWith('/api/user/courses', '/media/courses/8/image', 'another', 8);
    await keep('/api/user/courses', own([8]));
    await keep('/api/user/courses', own([7, 8]));
    expect(await readKept(PICTURE), 'it is removed, not hidden').toBeUndefined();
    expect(await readKept('/media/courses/8/image')).toBe('another');
  });

  it('ends with the access in the list of the own courses', async () => {
    await keep('/api/user/courses', [{ id: 7, expiresAt: '2020-01-01T00:00:00Z' }]);
    await keepWith('/api/user/courses', PICTURE, 'picture', 7);
    expect(await readKept(PICTURE)).toBeUndefined();
  });
});
