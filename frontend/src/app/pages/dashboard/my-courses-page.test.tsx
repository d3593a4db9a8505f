import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { memberSignedIn, ownCourse } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

test('lists each course with the way back into it', async () => {
  memberSignedIn();
  server.use(
    http.get('/api/user/courses', () =>
      HttpResponse.json([ownCourse(), ownCourse({ id: 2, title: 'Forex Sessions' })]),
    ),
  );
  await renderApp('/portal/courses');
  const links = await screen.findAllByRole('link', { name: 'Continue Learning' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/portal/course/1',
    '/portal/course/2',
  ]);
  expect(links[1]).toHaveAccessibleDescription('Forex Sessions');
  expect(screen.getAllByText('Lifetime access')).toHaveLength(2);
});

test('the review menu opens two places in a new tab', async () => {
  memberSignedIn();
  const { user } = await renderApp('/portal/courses');
  await user.click(await screen.findByRole('button', { name: 'Leave a Review' }));
  for (const name of ['Dutch/Belgium', 'English/UK']) {
    const item = await screen.findByRole('menuitem', { name });
    expect(item).toHaveAttribute('target', '_blank');
    expect(item).toHaveAttribute('rel', expect.stringContaining('noopener'));
  }
});

test('no course leads to the catalogue, and to no review', async () => {
  memberSignedIn();
  server.use(
    http.get('/api/user/courses', () => HttpResponse.json([])),
    http.get('/api/courses', () => HttpResponse.json([])),
  );
  await renderApp('/portal/courses');
  expect(await screen.findByText('No Courses Available')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View Available Courses' })).toHaveAttribute(
    'href',
    '/courses',
  );
  expect(screen.queryByRole('button', { name: 'Leave a Review' })).toBeNull();
});

test('without a course a key is redeemed here, and the courses have prices', async () => {
  memberSignedIn();
  let own: unknown[] = [];
  server.use(
    http.get('/api/user/courses', () => HttpResponse.json(own)),
    http.get('/api/courses', () =>
      HttpResponse.json([{ id: 3, title: 'Futures Foundations', price: 30_000, language: 'en' }]),
    ),
    http.post('/api/user/redeem', () => {
      own = [ownCourse()];
      return HttpResponse.json({ id: 1, title: 'Futures Foundations' });
    }),
  );
  const { user } = await renderApp('/portal/courses');
  expect(await screen.findByRole('link', { name: 'Futures Foundations' })).toHaveAttribute(
    'href',
    '/courses/3',
  );
  expect(screen.getByText('$300.00')).toBeVisible();
  await user.type(screen.getByLabelText('Purchase Key'), 'AAAAA-BBBBB');
  await user.click(screen.getByRole('button', { name: 'Redeem Key' }));
  expect(await screen.findByRole('link', { name: 'Continue Learning' })).toBeVisible();
  expect(await screen.findByText('Futures Foundations is in My Courses.')).toBeVisible();
});

test('ended courses stay, with progress, their end and the ways to renew', async () => {
  memberSignedIn();
  const ended = ownCourse({ id: 2, title: 'Forex Sessions', expiresAt: '2026-03-03T12:00:00Z' });
  let bought = 0;
  server.use(
    http.get('/api/user/courses', ({ request }) =>
      HttpResponse.json(request.url.endsWith('?ended=true') ? [ownCourse(), ended] : [ownCourse()]),
    ),
    http.post('/api/courses/2/checkout', () => {
      bought += 1;
      return refusal(503, 'payments_unavailable', 'Later.');
    }),
  );
  const { user } = await renderApp('/portal/courses');
  const part = within(await screen.findByRole('region', { name: 'Ended Courses' }));
  expect(part.getAllByRole('listitem')).toHaveLength(1);
  expect(
    part.getByText('Your access ended on 3 March 2026 · 3 of 12 lessons completed'),
  ).toBeVisible();
  expect(part.getByRole('link', { name: 'Use a key' })).toHaveAttribute(
    'href',
    '/portal/account#redeem-key',
  );
  expect(screen.getAllByRole('link', { name: 'Continue Learning' })).toHaveLength(1);
  await user.click(part.getByRole('button', { name: 'Renew Forex Sessions' }));
  await waitFor(() => expect(bought).toBe(1));
});

test('a course has ended when it has by the clock of the server', async () => {
  const [hour, now] = [3_600_000, Date.now()];
  const headers = { Date: new Date(now + 48 * hour).toUTCString() };
  const ended = ownCourse({ id: 2, expiresAt: new Date(now + 47 * hour).toISOString() });
  memberSignedIn();
  server.use(
    http.get('/api/user/courses', ({ request }) =>
      HttpResponse.json(request.url.endsWith('?ended=true') ? [ended] : [], { headers }),
    ),
    http.get('/api/courses', () => HttpResponse.json([])),
  );
  await renderApp('/portal/courses');
  const part = within(await screen.findByRole('region', { name: 'Ended Courses' }));
  expect(part.getByText(/^Your access ended (today at|yesterday)/)).toBeVisible();
});

test('ended courses that cannot be loaded are named', async () => {
  memberSignedIn();
  server.use(
    http.get('/api/user/courses', ({ request }) =>
      new URL(request.url).searchParams.has('ended')
        ? refusal(500, 'internal', 'Broken.')
        : HttpResponse.json([ownCourse()]),
    ),
  );
  await renderApp('/portal/courses');
  expect(await screen.findByText('Your ended courses could not be loaded.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Futures Foundations' })).toBeVisible();
});

test('a failure reads as the specification says', async () => {
  memberSignedIn();
  server.use(http.get('/api/user/courses', () => refusal(500, 'internal', 'Broken.')));
  await renderApp('/portal/courses');
  expect(await screen.findByText('Error fetching courses. Please try again later.')).toBeVisible();
});
