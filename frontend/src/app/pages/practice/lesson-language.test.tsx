import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { chartOf, EXERCISES, grade, outcome } from '@/test/exercises';
import { COURSE, SECTIONS, serveCourse } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';

import '../courses/questions/lesson-questions';
import '../courses/stage/written-stage';
import '@/features/practice/lesson/practice';

const { choice, range } = EXERCISES;
const WRITTEN = SECTIONS.map((section) => ({
  ...section,
  videos: section.videos.map((video) => ({
    ...video,
    kind: 'text' as const,
    url: null,
    exercises: 2,
  })),
}));
const button = (name: string) => screen.getByRole('button', { name });

it('what the course says is in its language, and times are the exchange’s', async () => {
  const chart = { ...chartOf(20), timezone: 'America/New_York' };
  const dutch = http.get('/api/courses/7', () => HttpResponse.json({ ...COURSE, language: 'nl' }));
  const { handler } = grade(() => outcome());
  const exercises = [choice, { ...range, chart }];
  const content = { kind: 'text' as const, file: null, html: '<p>Tekst</p>', language: 'nl' };
  serveCourse({ sections: WRITTEN, content: { ...content, exercises } }, handler, dutch);
  const { user } = await renderApp('/portal/course/7?lesson=701');
  const lang = (text: string) => screen.getByText(text).closest('[lang]')?.getAttribute('lang');
  await screen.findByRole('region', { name: 'Practice' });
  expect(lang('What is one tick worth?')).toBe('nl');
  expect(lang('$1.25')).toBe('nl');
  expect(lang('Tekst')).toBe('nl');
  expect(screen.getByRole('heading', { level: 1, name: COURSE.title }).lang).toBe('nl');
  expect(screen.getByRole('heading', { level: 2, name: 'What a future is' }).lang).toBe('nl');
  // The interface's own words stay in the page's language.
  expect(screen.getByRole('heading', { name: 'Practice' }).closest('[lang]')?.tagName).not.toBe(
    'SECTION',
  );
  await user.click(button('Check answer'));
  await user.click(await screen.findByRole('checkbox', { name: '$1.25' }));
  await user.click(button('Check answer'));
  expect(lang((await screen.findByText(/^A quarter point/)).textContent)).toBe('nl');
  await user.click(button('Next exercise'));
  expect(await screen.findByText(/Times are New York time\./)).toBeVisible();
  expect(screen.getAllByRole('option', { name: '09:35' })).toHaveLength(2);
});
