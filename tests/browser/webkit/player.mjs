// The player of a page in WebKit.
import { expect } from './harness.mjs';

export const state = (page) =>
  page.run(() => {
    const video = document.querySelector('video');
    const { currentTime, readyState, seeking, paused, currentSrc } = video ?? {};
    // Not the duration: WebKitGTK keeps 0 for a stream that is asked for it too early.
    const length = readyState >= HTMLMediaElement.HAVE_METADATA ? video.duration || 0 : -1;
    return { currentTime, readyState, seeking, paused, currentSrc, length };
  });

const MOST_OPENINGS = 10;

/** Opens a lesson, again where the page asked too early for the length of its stream: such a stream cannot be sought. */
export async function openLesson(page, address) {
  for (let openings = 0; openings < MOST_OPENINGS; openings += 1) {
    await page.goto(address);
    await expect.poll(async () => (await state(page)).length).toBeGreaterThanOrEqual(0);
    if ((await state(page)).length > 0) return;
  }
  throw new Error('The length of the lesson stays unknown.');
}

export const position = async (page) => (await state(page)).currentTime;

/** Waits until the lesson has a picture and no seek is under way. */
export async function loaded(page) {
  await expect
    .poll(async () => {
      const { readyState, seeking } = await state(page);
      return readyState >= 2 && !seeking;
    })
    .toBe(true);
}

export async function playedPast(page, seconds) {
  await expect.poll(() => position(page)).toBeGreaterThan(seconds);
}

/** Presses the button Pause; the second at which the lesson rests. */
export async function pause(page) {
  await page.click('button', 'Pause');
  await page.see('button', 'Play');
  return position(page);
}
