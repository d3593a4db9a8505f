// Reads the player's state.
import { expect } from '@playwright/test';

export const video = (page) => page.locator('video');

export const position = (page) => video(page).evaluate((element) => element.currentTime);

/** Waits until the lesson is loaded and at its start position. */
export async function loaded(page) {
  await expect
    .poll(() => video(page).evaluate(({ readyState, seeking }) => readyState >= 2 && !seeking))
    .toBe(true);
}

/** Waits until the lesson has played past this second. */
export async function playedPast(page, seconds) {
  await expect.poll(() => position(page)).toBeGreaterThan(seconds);
}

/** The stored progress of a course, read with the cookies of a context. */
export async function storedProgress(context, courseId) {
  const answer = await context.request.get(`/api/courses/${courseId}/progress`);
  return answer.json();
}
