/** Where a lesson starts again, and when it counts as watched to its end. */

/** Share of the duration that completes a video (the contract's figure; the server decides, this only shows it early). */
const COMPLETING_SHARE = 0.9;

/** Closer to the end than this, going on would show nothing but the last picture. */
const LAST_SECONDS = 5;
const LAST_SHARE = 0.05;

export function resumePosition(watchedSeconds: number, duration: number): number {
  const lastSeconds = Math.min(LAST_SECONDS, duration * LAST_SHARE);
  return watchedSeconds >= duration - lastSeconds ? 0 : Math.max(0, watchedSeconds);
}

export function completes(watchedSeconds: number, duration: number): boolean {
  return duration > 0 && watchedSeconds >= duration * COMPLETING_SHARE;
}
