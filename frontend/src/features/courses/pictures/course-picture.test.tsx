import 'fake-indexeddb/auto';

import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { accessKey, forgetAll, keep } from '@/lib/offline/kept-answers';
import { keptPicture } from '@/lib/offline/kept-pictures';

import { CoursePicture } from './course-picture';

const IMAGE = '/media/courses/7/image';
const ANSWER = '/api/courses/7';
const course = { id: 7, image: IMAGE, type: 'futures' };

let requested: string[];

beforeEach(async () => {
  await forgetAll();
  requested = [];
  const picture = new Blob(['bars'], { type: 'image/png' });
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
    return Promise.resolve({ ok: true, blob: () => Promise.resolve(picture) });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const shown = () => document.querySelector('img')?.getAttribute('src');
const image = () => {
  const found = document.querySelector('img');
  if (!found) throw new Error('no picture');
  return found;
};

it('is the drawing of the type where the picture cannot be had, and an empty box without that', () => {
  const { container } = render(<CoursePicture course={course} answer={ANSWER} />);
  expect(shown()).toBe(IMAGE);
  fireEvent.error(image());
  expect(shown()).toBe('/images/futures.svg');
  fireEvent.error(image());
  expect(document.querySelector('img')).toBeNull();
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(shown()).toBe(IMAGE);
});

it('is kept with the answer that names it, for as long as the access lasts', async () => {
  await keep(accessKey(7), { hasAccess: true, expiresAt: null }, 7);
  await keep(ANSWER, course, 7);
  render(<CoursePicture course={course} answer={ANSWER} />);
  fireEvent.load(image());
  const data = `data:image/png;base64,${btoa('bars')}`;
  await expect.poll(() => keptPicture(IMAGE)).toBe(data);
  await keep(accessKey(7), { hasAccess: false, expiresAt: null }, 7);
  expect(await keptPicture(IMAGE)).toBeUndefined();
});

it('is not kept when it is a drawing of the site, which the service worker keeps', async () => {
  await keep(ANSWER, course, 7);
  render(<CoursePicture course={{ ...course, image: '/images/forex.svg' }} answer={ANSWER} />);
  fireEvent.load(image());
  await keep('/api/else', 'else');
  expect(requested).toEqual([]);
});
