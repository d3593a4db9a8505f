// Where the current lesson is in the course: its section, its neighbours, and what the member has done.
import type { Lesson, Section } from '@/features/courses/api';
import { inOrder, neighbours } from '@/features/courses/lessons';
import type { VideoProgress } from '@/features/progress/api';

export interface LessonPlace {
  /** The lesson's number, from 1; 0 without a lesson. */
  position: number;
  sectionName: string | undefined;
  previous: Lesson | undefined;
  next: Lesson | undefined;
  firstUnfinished: { lesson: Lesson; count: number } | undefined;
  progress: VideoProgress | undefined;
}

export function lessonPlace(
  sections: readonly Section[],
  progress: readonly VideoProgress[],
  finished: ReadonlySet<number>,
  current: Lesson | undefined,
): LessonPlace {
  const lessons = inOrder(sections);
  const open = lessons.filter(({ id }) => !finished.has(id));
  return {
    ...neighbours(lessons, current),
    sectionName: sections.find(({ id }) => id === current?.modelId)?.name,
    firstUnfinished: open[0] && { lesson: open[0], count: open.length },
    progress: progress.find(({ videoId }) => videoId === current?.id),
  };
}
