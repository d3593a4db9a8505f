// What a test reads off the player.
import { expect } from '@playwright/test';

export const video = (page) => page.locator('video');

export const position = (page) => video(page).evaluate((element) => element.currentTime);

/** The player has the lesson and stands where it starts. */
export async function loaded(page) {
  await expect
    .poll(() => video(page).evaluate(({ readyState, seeking }) => readyState >= 2 && !seeking))
    .toBe(true);
}

/** Waits until the picture has run on to this second by itself. */
export async function playedPast(page, seconds) {
  await expect.poll(() => position(page), { timeout: 30_000 }).toBeGreaterThan(seconds);
}

/** The server's memory of a course, read with the cookies of a context. */
export async function keptProgress(context, courseId) {
  const answer = await context.request.get(`/api/courses/${courseId}/progress`);
  return answer.json();
}
