// The order of a course's lessons: which one opens first, which one follows.

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

/** Every lesson of every section, in watching order. */
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
 * The lesson to open: the lesson that the address names; else the lesson watched last; when that is finished, the first
 * unfinished lesson after it, wrapping around; in a finished course the lesson watched last.
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
  const fromLastWatched = [...lessons.slice(lastIndex), ...lessons.slice(0, lastIndex)];
  return fromLastWatched.find((lesson) => !finished.has(lesson.id)) ?? lessons[lastIndex];
}

/** The id in an address; undefined when the text is not an id. */
export function parseId(text: string | null | undefined): number | undefined {
  if (!text || !/^\d+$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}

/** The lesson that an address names; `video` was its name before. */
export function requestedLesson(search: URLSearchParams): number | undefined {
  return parseId(search.get('lesson') ?? search.get('video'));
}

/** The second at which an address opens its lesson. */
export function requestedSecond(search: URLSearchParams): number | undefined {
  return parseId(search.get('t'));
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
