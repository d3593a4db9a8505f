// Exercises of every kind over a small chart, and a server that grades them.
import { http, HttpResponse } from 'msw';

import type { Exercise, Outcome, Review } from '@/features/practice/api';

const MINUTES = 5;

/** Bars of five minutes from 14:30, each a point above the one before. */
export function chartOf(count: number): NonNullable<Exercise['chart']> {
  return {
    bars: Array.from({ length: count }, (_, index) => [
      new Date(Date.UTC(2026, 2, 2, 14, 30 + index * MINUTES)).toISOString().replace('.000', ''),
      5400 + index,
      5401.25 + index,
      5399.5 + index,
      5400.75 + index,
    ]),
    volumes: Array.from({ length: count }, (_, index) => 100 + index),
  };
}

export const EXERCISES: Record<Exercise['kind'], Exercise> = {
  choice: {
    id: 'tick-value',
    kind: 'choice',
    prompt: '<p>What is one tick worth?</p>',
    options: ['$1.25', '$5', '$12.50'],
  },
  number: { id: 'size', kind: 'number', prompt: '<p>How many?</p>', unit: 'contracts' },
  level: { id: 'high', kind: 'level', prompt: '<p>Mark the high.</p>', chart: chartOf(20) },
  range: { id: 'opening', kind: 'range', prompt: '<p>Mark the range.</p>', chart: chartOf(20) },
};

export const DAY_MS = 86_400_000;

export function outcome(change: Partial<Outcome> = {}): Outcome {
  return {
    correct: true,
    answer: [0],
    explanation: '<p>A quarter point, at five dollars a point.</p>',
    dueAt: new Date(Date.now() + 21 * DAY_MS).toISOString(),
    ...change,
  };
}

export function review(exercise: Exercise, change: Partial<Review> = {}): Review {
  return {
    videoId: 701,
    courseId: 7,
    lessonTitle: 'What a future is',
    exercise,
    dueAt: '2026-11-20T10:00:00Z',
    ...change,
  };
}

/** Grades every answer by the given function; the returned list holds what was posted, the times apart. */
export function grade(
  answer: (body: { answer: unknown }) => Outcome | Response | Promise<Response>,
) {
  const posted: { exercise: string; answer: unknown }[] = [];
  const times: string[] = [];
  const handler = http.post<{ exercise: string }, { answer: unknown; answeredAt: string }>(
    '/api/videos/:id/exercises/:exercise',
    async ({ params, request }) => {
      const body = await request.json();
      posted.push({ exercise: params.exercise, answer: body.answer });
      times.push(body.answeredAt);
      const result = await answer(body);
      return result instanceof Response ? result : HttpResponse.json(result);
    },
  );
  return { posted, times, handler };
}
