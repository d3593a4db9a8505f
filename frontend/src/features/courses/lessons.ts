/** The order of a course's lessons: which one opens, which one follows. Pure, so that it can be tested whole. */
export interface LessonPlace {
  id: number;
  modelId: number;
}

export interface LessonProgress {
  videoId: number;
  completed: boolean;
  lastWatched: string | null;
}

export interface Neighbours<Lesson> {
  /** Counted from 1, across all sections. */
  position: number;
  previous: Lesson | undefined;
  next: Lesson | undefined;
}

/** Every lesson of every section, in the order a member watches them. */
export function inOrder<Lesson extends { order: number }>(
  sections: readonly { order: number; videos: readonly Lesson[] }[],
): Lesson[] {
  return sections
    .toSorted((a, b) => a.order - b.order)
    .flatMap((section) => section.videos.toSorted((a, b) => a.order - b.order));
}

export function neighbours<Lesson extends LessonPlace>(
  lessons: readonly Lesson[],
  current: LessonPlace | undefined,
): Neighbours<Lesson> {
  const index = lessons.findIndex((lesson) => lesson.id === current?.id);
  return {
    position: index + 1,
    previous: index > 0 ? lessons[index - 1] : undefined,
    next: index >= 0 ? lessons[index + 1] : undefined,
  };
}

/**
 * The lesson to open. The address decides; without it, the lesson watched last, or the first
 * unfinished one after it when that is finished; a course watched to its end opens where it was left.
 */
export function lessonToOpen<Lesson extends LessonPlace>(
  lessons: readonly Lesson[],
  progress: readonly LessonProgress[],
  requestedId: number | undefined,
): Lesson | undefined {
  const requested = lessons.find((lesson) => lesson.id === requestedId);
  if (requested) return requested;

  const lastIndex = lastWatchedIndex(lessons, progress);
  if (lastIndex < 0) return lessons[0];
  const finished = new Set(progress.filter((item) => item.completed).map((item) => item.videoId));
  const fromThere = [...lessons.slice(lastIndex), ...lessons.slice(0, lastIndex)];
  return fromThere.find((lesson) => !finished.has(lesson.id)) ?? lessons[lastIndex];
}

/** The number in an address, or nothing when what stands there is no id. */
export function parseId(text: string | null | undefined): number | undefined {
  if (!text || !/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}

function lastWatchedIndex(
  lessons: readonly LessonPlace[],
  progress: readonly LessonProgress[],
): number {
  const latest = progress
    .filter(
      (item) => item.lastWatched !== null && lessons.some((lesson) => lesson.id === item.videoId),
    )
    .reduce<LessonProgress | undefined>(
      (best, item) => (best && time(best) >= time(item) ? best : item),
      undefined,
    );
  return latest ? lessons.findIndex((lesson) => lesson.id === latest.videoId) : -1;
}

function time(item: LessonProgress): number {
  return item.lastWatched === null ? 0 : Date.parse(item.lastWatched);
}
