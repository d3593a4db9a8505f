import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { resetCourseOffers } from '@/features/site/courses/course-offer';
import { COURSE, SECTIONS } from '@/test/fake-course';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const FOREX = { ...COURSE, id: 9, type: 'forex' } as const;
const [SECTION, ...MORE] = SECTIONS;
const LESSONS = [
  {
    ...SECTION,
    videos: SECTION?.videos.map((lesson, at) => ({ ...lesson, preview: at === 0 })) ?? [],
  },
  ...MORE,
];

/** A dear and a cheap forex course, and a futures course whose first lesson is open. */
function answerCatalogue() {
  server.use(
    http.get('/api/courses', () =>
      HttpResponse.json([{ ...FOREX, id: 8, price: 90_000 }, { ...FOREX, price: 41_950 }, COURSE]),
    ),
    http.get('/api/courses/7/models', () => HttpResponse.json(LESSONS)),
    http.get('/api/courses/9/models', () => HttpResponse.json(SECTIONS)),
  );
}

const main = () => within(screen.getByRole('main'));
const link = (name: string | RegExp) => main().findByRole('link', { name });

beforeEach(resetCourseOffers);

describe('the courses page', () => {
  it('says below the cards what each plan costs, with its button', async () => {
    answerCatalogue();
    await renderApp('/courses');
    expect(main().getByText('$300')).toBeVisible();
    expect(await link(/^Get Started ?with 3-Month Access$/)).toHaveAttribute(
      'href',
      '/checkout?plan=basic',
    );
    expect(await link(/^Get Premium ?with 6-Month Access$/)).toHaveAttribute(
      'href',
      '/checkout?plan=premium',
    );
  });

  it('has on each card its lowest price: of a plan, and where no plan opens it of the cheapest course', async () => {
    answerCatalogue();
    await renderApp('/courses');
    expect(main().getByText('from $300 for 3 months')).toBeVisible();
    expect(await main().findByText('from $419.50 with lifetime access')).toBeVisible();
  });

  it('leads to the lesson that is open to visitors, and to all lessons', async () => {
    answerCatalogue();
    await renderApp('/courses');
    expect(await link(/^Watch the first lesson ?of the Futures Trading Course$/)).toHaveAttribute(
      'href',
      '/courses/7?lesson=701',
    );
    expect(await link(/^All lessons ?of the Forex Trading Course$/)).toHaveAttribute(
      'href',
      '/courses/9',
    );
    expect(
      main().queryByRole('link', { name: /^Watch .*Forex Trading Course$/ }),
    ).not.toBeInTheDocument();
  });

  it('keeps its cards and its plans when the catalogue cannot be loaded', async () => {
    server.use(http.get('/api/courses', () => refusal(503, 'database_unavailable', 'Not now')));
    await renderApp('/courses');
    expect(await link('Futures Trading Course')).toHaveAttribute('href', '/courses/futures');
    expect(main().getByText('from $300 for 3 months')).toBeVisible();
    expect(main().queryByRole('link', { name: /^All lessons/ })).not.toBeInTheDocument();
  });
});

describe('the page of a course', () => {
  const BUTTONS = ['Start Your Journey', 'View Course Details', 'Get Started Today'];

  it.each(BUTTONS)('has %s without an action, which says what to do instead', async (name) => {
    answerCatalogue();
    await renderApp('/courses/futures');
    const button = main().getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/^(?!.*not open yet).+/i);
  });

  it('leads to its price, its open lesson and its lesson list', async () => {
    answerCatalogue();
    await renderApp('/courses/futures');
    expect(await link('Enroll Now')).toHaveAttribute('href', '/courses');
    expect(main().getByText('from $300 for 3 months')).toBeVisible();
    expect(await link(/^Watch the first lesson ?of the Futures Trading Course$/)).toBeVisible();
    expect(await link('The full lesson list opens with your access to the course')).toHaveAttribute(
      'href',
      '/courses/7',
    );
  });
});
