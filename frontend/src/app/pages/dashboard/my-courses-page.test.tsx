import { screen } from '@testing-library/react';
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

test('no course leads to the catalogue', async () => {
  memberSignedIn();
  server.use(http.get('/api/user/courses', () => HttpResponse.json([])));
  await renderApp('/portal/courses');
  expect(await screen.findByText('No Courses Available')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View Available Courses' })).toHaveAttribute(
    'href',
    '/courses',
  );
});

test('a failure reads as the specification says', async () => {
  memberSignedIn();
  server.use(http.get('/api/user/courses', () => refusal(500, 'internal', 'Broken.')));
  await renderApp('/portal/courses');
  expect(await screen.findByText('Error fetching courses. Please try again later.')).toBeVisible();
});
