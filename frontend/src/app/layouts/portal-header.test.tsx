// Signing out from every page of the portal.
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { routes } from '@/app/routes';
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
