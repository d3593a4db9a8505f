// On every page of the portal: signing out, and how many exercises are due.
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { routes } from '@/app/routes';
import { EXERCISES, review } from '@/test/exercises';
import { memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const places = routes
  .filter(({ kind }) => kind === 'portal')
  .map(({ path }) => path.replace(':id', '1'));

test('the route table has pages of the portal', () => {
  expect(places.length).toBeGreaterThan(5);
});

test.each(places)('%s has a button that signs out', async (place) => {
  // The page is shown also where its own data cannot be had.
  server.use(http.all('/api/*', () => refusal(503, 'busy', 'Please try again.')));
  memberSignedIn();
  let ended = 0;
  server.use(
    http.post('/api/logout', () => {
      ended += 1;
      signedOut();
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await renderApp(place);
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() =>
    expect(screen.getByLabelText('address')).toHaveTextContent(/^\/portal\/auth$/),
  );
  expect(ended).toBe(1);
});

test('what is due is counted in the navigation, and at the menu that holds it on a narrow window', async () => {
  memberSignedIn();
  server.use(
    http.get('/api/user/reviews', () =>
      HttpResponse.json([review(EXERCISES.choice), review(EXERCISES.number)]),
    ),
    http.get('/api/user/courses', () => HttpResponse.json([])),
  );
  const { user } = await renderApp('/portal/courses');
  const link = await screen.findByRole('link', { name: /^Review.*2 exercises due$/ });
  const menu = screen.getByRole('button', { name: 'Menu, 2 exercises due' });
  expect(within(menu).getByText('2')).toBeVisible();
  await user.click(menu);
  expect(within(menu).queryByText('2')).toBeNull();
  expect(within(link).getByText('2')).toBeVisible();
});
