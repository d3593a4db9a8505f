import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';

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

it('an answer after the session has ended is kept until the next sign-in', async () => {
  const signIn = () => refusal(401, 'unauthenticated', 'Sign in first');
  const { handler } = grade(signIn);
  serveCourse(
    { sections: WRITTEN, content: { ...CONTENT, exercises: [EXERCISES.number] } },
    handler,
  );
  const { user } = await renderApp('/portal/course/7?lesson=701');
  await user.type(await screen.findByLabelText(/^Your answer/), '3');
  server.use(http.get('/api/user', signIn));
  await user.click(screen.getByRole('button', { name: 'Check answer' }));
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
