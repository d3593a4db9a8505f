import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { resetCourseOffers } from '@/features/site/courses/course-offer';
import { COURSE, SECTIONS } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const FOREX = { ...COURSE, id: 9, type: 'forex' } as const;

/** The lessons of the two courses: the futures course's second has a market, the forex course's if `preview` also one for every visitor. */
function answerCatalogue(preview: boolean) {
  const withMarket = (open: boolean) =>
    SECTIONS.map((section) => ({
      ...section,
      videos: section.videos.map((lesson) =>
        lesson.id === 702
          ? { ...lesson, preview: open, replay: { passed: false, open: null } }
          : lesson,
      ),
    }));
  server.use(
    http.get('/api/courses', () => HttpResponse.json([COURSE, FOREX])),
    http.get('/api/courses/7/models', () => HttpResponse.json(withMarket(false))),
    http.get('/api/courses/9/models', () =>
      HttpResponse.json(preview ? withMarket(true) : SECTIONS),
    ),
  );
}

const TITLE = 'Trade a market that nobody in the room has seen';

beforeEach(resetCourseOffers);

it('shows the desk, and leads to a lesson with a market that every visitor may open', async () => {
  answerCatalogue(true);
  await renderApp('/');
  expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible();
  expect(await screen.findByRole('img', { name: /^The desk of a lesson/ })).toBeVisible();
  expect(
    await screen.findByRole('link', { name: 'Watch a free lesson with a market' }),
  ).toHaveAttribute('href', '/courses/9?lesson=702');
});

it('leads to a course with a market where no such lesson is open', async () => {
  answerCatalogue(false);
  await renderApp('/');
  expect(await screen.findByRole('link', { name: 'See a course with a market' })).toHaveAttribute(
    'href',
    '/courses/7',
  );
});

it('leads to none when the catalogue cannot be loaded', async () => {
  let asked = 0;
  server.use(
    http.get('/api/courses', () => {
      asked += 1;
      return refusal(503, 'database_unavailable', 'Not now');
    }),
  );
  await renderApp('/');
  expect(await screen.findByRole('img', { name: /^The desk of a lesson/ })).toBeVisible();
  expect(asked).toBe(1);
  expect(screen.queryByRole('link', { name: /with a market$/ })).not.toBeInTheDocument();
});
