// Where a lesson resumes, and when it counts as completed.

/** The share of the duration that completes a video (contract). The server decides; this shows it before its answer. */
const COMPLETING_SHARE = 0.9;

/** A position closer to the end than this resumes at the beginning. */
const LAST_SECONDS = 5;
const LAST_SHARE = 0.05;

export function resumePosition(watchedSeconds: number, duration: number): number {
  const lastSeconds = Math.min(LAST_SECONDS, duration * LAST_SHARE);
  return watchedSeconds >= duration - lastSeconds ? 0 : Math.max(0, watchedSeconds);
}

export function completes(watchedSeconds: number, duration: number): boolean {
  return duration > 0 && watchedSeconds >= duration * COMPLETING_SHARE;
}
