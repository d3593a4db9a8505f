// The player of a page in WebKit.
import { expect } from './harness.mjs';

export const state = (page) =>
  page.run(() => {
    const video = document.querySelector('video');
    const { currentTime, readyState, seeking, paused, currentSrc } = video ?? {};
    return { currentTime, readyState, seeking, paused, currentSrc };
  });

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
