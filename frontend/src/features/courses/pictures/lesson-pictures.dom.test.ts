import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { accessKey, forgetAll, keep } from '@/lib/offline/kept-answers';

import { keepLessonPictures, lessonKey, withKeptPictures } from './lesson-pictures';

const RANGE = '/api/videos/9/files/range.png';
const POSTER = '/media/videos/9/packages/one/poster.jpg';
const LESSON = {
  html: `<p>Look: <img src="${RANGE}" alt="The range"></p><img src="/gone.png" alt="">`,
  poster: POSTER,
};
const OWNER = { lessonId: 9, course: 7 };
const data = (text: string, type = 'image/png') => `data:${type};base64,${btoa(text)}`;

beforeEach(async () => {
  await forgetAll();
  // The reader of this DOM takes only its own blobs.
  const pictures: Record<string, Blob> = {
    [RANGE]: new Blob(['bars'], { type: 'image/png' }),
    [POSTER]: new Blob(['poster'], { type: 'image/jpeg' }),
  };
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve({
      ok: pictures[address] !== undefined,
      blob: () => Promise.resolve(pictures[address]),
    }),
  );
});
afterEach(() => void vi.unstubAllGlobals());

it('are kept with the lesson, and an address that has no picture stays', async () => {
  await keep(lessonKey(9), LESSON, 7);
  await keepLessonPictures(LESSON, OWNER);
  expect(await withKeptPictures(LESSON)).toEqual({
    html: `<p>Look: <img src="${data('bars')}" alt="The range"></p><img src="/gone.png" alt="">`,
    poster: data('poster', 'image/jpeg'),
  });
});

it('are not kept when the lesson is not: the account may have signed out meanwhile', async () => {
  await keepLessonPictures(LESSON, OWNER);
  await keep(lessonKey(9), LESSON, 7);
  expect(await withKeptPictures(LESSON)).toEqual({ html: LESSON.html, poster: null });
});

it('go with the access to the course', async () => {
  await keep(lessonKey(9), LESSON, 7);
  await keepLessonPictures(LESSON, OWNER);
  await keep(accessKey(7), { hasAccess: true, expiresAt: '2020-01-01T00:00:00Z' }, 7);
  expect(await withKeptPictures(LESSON)).toEqual({ html: LESSON.html, poster: null });
});

it('of a lesson without a connection leave it as it is', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await keep(lessonKey(9), LESSON, 7);
  await keepLessonPictures(LESSON, OWNER);
  expect(await withKeptPictures(LESSON)).toEqual({ html: LESSON.html, poster: null });
});
