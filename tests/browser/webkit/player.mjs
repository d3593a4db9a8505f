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

/** Whether the lesson has a picture and no seek is under way. */
async function isLoaded(page) {
  const { readyState, seeking } = await state(page);
  return readyState >= 2 && !seeking;
}

/** Waits until the lesson has a picture and no seek is under way. */
export async function loaded(page) {
  await expect.poll(() => isLoaded(page)).toBe(true);
}

/** Milliseconds within which a seek is finished, if the engine finishes it at all. */
const SEEK = 30_000;

/** Opens a lesson that was left at a second, again where the engine does not finish the seek to it: GStreamer now and then stays in it. */
export async function openLessonAt(page, address, second) {
  for (let openings = 0; openings < MOST_OPENINGS; openings += 1) {
    await openLesson(page, address);
    await expect.poll(() => position(page)).toBeGreaterThanOrEqual(second - 1);
    for (const until = Date.now() + SEEK; Date.now() < until; ) {
      if (await isLoaded(page)) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  throw new Error('The seek to the second of the lesson is never finished.');
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
