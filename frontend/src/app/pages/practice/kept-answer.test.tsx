import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { readServerTime } from '@/lib/server-clock';
import { EXERCISES, grade } from '@/test/exercises';
import { SECTIONS, serveCourse } from '@/test/fake-course';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

import '../courses/questions/lesson-questions';
import '../courses/stage/written-stage';
import '@/features/practice/lesson/practice';

const CONTENT = { kind: 'text' as const, file: null, html: '<p>Text</p>' };
const WRITTEN = SECTIONS.map((section) => ({
  ...section,
  videos: section.videos.map((video) => ({
    ...video,
    kind: 'text' as const,
    url: null,
    exercises: 1,
  })),
}));
const rows = () => Object.keys(localStorage).filter((key) => key.startsWith('exercise-answer:1:'));

/** Opens a written lesson with an exercise, and types an answer. */
async function typeAnswer(answer: Parameters<typeof grade>[0]) {
  const { times, handler } = grade(answer);
  serveCourse(
    { sections: WRITTEN, content: { ...CONTENT, exercises: [EXERCISES.number] } },
    handler,
  );
  const { user } = await renderApp('/portal/course/7?lesson=701');
  await user.type(await screen.findByLabelText(/^Your answer/), '3');
  return { times, check: () => user.click(screen.getByRole('button', { name: 'Check answer' })) };
}

it('an answer has the time of the server, by which answers are ordered', async () => {
  const HOUR_MS = 3_600_000;
  const date = new Date(Date.now() + HOUR_MS).toUTCString();
  readServerTime(new Headers({ Date: date }), performance.now());
  const { times, check } = await typeAnswer(() => HttpResponse.error());
  await check();
  expect(await screen.findByText(/^Your answer is kept in this browser/)).toBeVisible();
  expect(Date.parse(times[0] ?? '') - Date.now()).toBeGreaterThan(HOUR_MS / 2);
  expect(new Set(times)).toEqual(new Set([times[0]]));
});

it('an answer after the session has ended is kept until the next sign-in', async () => {
  const signIn = () => refusal(401, 'unauthenticated', 'Sign in first');
  const { check } = await typeAnswer(signIn);
  server.use(http.get('/api/user', signIn));
  await check();
  await waitFor(() => expect(rows()).toHaveLength(1));
  const [row = ''] = rows();
  expect(JSON.parse(localStorage.getItem(row) ?? '')).toMatchObject({
    courseId: 7,
    videoId: 701,
    exercise: 'size',
    answer: '3',
  });
  await waitFor(() => expect(address()).toMatch(/^\/portal\/auth/));
  expect(rows()).toHaveLength(1);
});
