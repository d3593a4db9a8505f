// Exercises: answering one, and the exercises that are due to be asked again. The server grades; the browser only shows.
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';

import { api, call } from '@/lib/api-client';
import { isCourseOpen, isShownFromKept, orKept } from '@/lib/offline/kept-answers';

export type Review = Awaited<ReturnType<typeof fetchReviews>>[number];
export type Exercise = Review['exercise'];

/** Option numbers, a number or a price, the times of two bars. */
export type RightAnswer = number | number[] | string[];

/** The same, and a number as it was typed. */
export type Answer = RightAnswer | string;

export interface Outcome {
  correct: boolean;
  answer: RightAnswer;
  /** Safe HTML, where the course explains. */
  explanation?: string | null;
  dueAt: string;
}

/** An answer with what it answers and when it was given, as it is kept without a connection. */
export interface GivenAnswer {
  courseId: number;
  videoId: number;
  exercise: string;
  answer: Answer;
  /** RFC 3339. An answer that is sent twice with the same time counts once. */
  answeredAt: string;
}

/** An answer without a result for this long has failed. */
const ANSWER_TIMEOUT_MS = 20_000;
/** What is due changes with time. */
const REVIEWS_FRESH_MS = 60_000;
const REVIEWS = '/api/user/reviews';

export function sendAnswer(given: GivenAnswer): Promise<Outcome> {
  const { videoId, exercise, answer, answeredAt } = given;
  return call(
    api.POST('/api/videos/{id}/exercises/{exercise}', {
      params: { path: { id: videoId, exercise } },
      body: { answer, answeredAt },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }),
  );
}

function fetchReviews(signal: AbortSignal) {
  return call(api.GET(REVIEWS, { signal }));
}

/** Readable without a connection, of courses whose access lasts. */
export const reviewsQuery = queryOptions({
  queryKey: [REVIEWS],
  queryFn: async ({ signal }): Promise<Review[]> => {
    const due = await orKept(REVIEWS, () => fetchReviews(signal));
    if (!isShownFromKept(REVIEWS)) return due;
    const open = await Promise.all(due.map(({ courseId }) => isCourseOpen(courseId)));
    return due.filter((_, index) => open[index]);
  },
  staleTime: REVIEWS_FRESH_MS,
});

/** The result of one answer, once it is graded: `cacheOutcome` writes it. */
export function outcomeQuery(given: Pick<GivenAnswer, 'videoId' | 'exercise' | 'answeredAt'>) {
  const { videoId, exercise, answeredAt } = given;
  return queryOptions<Outcome>({
    queryKey: [`/api/videos/${videoId}/exercises/${exercise}`, answeredAt],
    queryFn: skipToken,
  });
}

/** Writes a result into what is cached and kept, and fetches again what depends on it. */
export function cacheOutcome(queryClient: QueryClient, given: GivenAnswer, outcome: Outcome): void {
  queryClient.setQueryData(outcomeQuery(given).queryKey, outcome);
  const { correct } = outcome;
  const { courseId, videoId, exercise, answeredAt } = given;
  const lesson = `/api/videos/${videoId}/lesson`;
  queryClient.setQueryData<{ exercises?: Exercise[] }>(
    [lesson],
    (before) =>
      before && {
        ...before,
        exercises: before.exercises?.map((one) =>
          one.id === exercise ? { ...one, result: { correct, answeredAt } } : one,
        ),
      },
  );
  queryClient.setQueryData(reviewsQuery.queryKey, (before) =>
    before?.filter((one) => one.videoId !== videoId || one.exercise.id !== exercise),
  );
  void queryClient.invalidateQueries({ queryKey: [REVIEWS] });
  // How many exercises of each lesson are answered right.
  if (correct)
    void queryClient.invalidateQueries({ queryKey: [`/api/courses/${courseId}/models`] });
}
