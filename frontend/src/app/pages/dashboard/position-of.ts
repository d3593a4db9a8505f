// How far a lesson was watched.
import type { RecentLesson } from '@/features/dashboard/api';
import { formatDuration } from '@/lib/format/durations';

/** "0:22 of 0:59" */
export function positionOf({ watchedSeconds, duration }: RecentLesson): string {
  return `${formatDuration(watchedSeconds)} of ${formatDuration(duration)}`;
}
