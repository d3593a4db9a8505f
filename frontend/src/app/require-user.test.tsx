import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { queryClient } from '@/lib/query-client';
import { deferred } from '@/test/deferred';
import {
  member,
  memberSignedIn,
  signedOut,
  ownCourse,
  unauthenticatedAnswer,
} from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const address = () => screen.getByLabelText('address').textContent;

describe('the guard', () => {
  test.each([
    '/portal',
    '/portal/courses',
    '/portal/course/1',
    '/portal/account',
    '/portal/discord-verify',
    '/portal/discord/callback?code=a',
  ])('leads from %s to the sign-in page without a session', async (place) => {
    signedOut();
    await renderApp(place);
    await waitFor(() => expect(address()).toBe('/portal/auth'));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('a 401 without JSON means no session too', async () => {
    server.use(http.get('/api/user', () => HttpResponse.html('<p>no</p>', { status: 401 })));
    await renderApp('/portal');
    await waitFor(() => expect(address()).toBe('/portal/auth'));
  });

  test('shows a spinner while the session loads', async () => {
    const { promise: opened, resolve: open } = deferred();
    memberSignedIn();
    server.use(
      http.get('/api/user', async () => {
        await opened;
        return HttpResponse.json(member);
      }),
    );
    await renderApp('/portal');
    expect(screen.getByText('Loading the portal…')).toBeVisible();
    expect(screen.getByRole('banner')).toHaveTextContent('Course Portal');
    expect(screen.getByRole('contentinfo')).toBeVisible();
    expect(address()).toBe('/portal');
    open();
    expect(await screen.findByRole('heading', { name: 'Welcome back, reader!' })).toBeVisible();
  });

  test.each([
    ['a fault of the server', () => refusal(503, 'database', 'The database is down.')],
    ['too many requests', () => refusal(429, 'too_many', 'Wait.')],
    ['no answer', () => HttpResponse.error()],
  ])('%s is not a missing session: it can be retried', async (_name, answer) => {
    server.use(http.get('/api/user', answer));
    const { user } = await renderApp('/portal');
    expect(await screen.findByText('We could not check who is signed in.')).toBeVisible();
    expect(address()).toBe('/portal');
    memberSignedIn();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back, reader!' })).toBeVisible();
  });

  test('a retry that fails again leaves the focus at its button', async () => {
    const { promise: waited, resolve: answer } = deferred();
    const down = () => refusal(503, 'database', 'The database is down.');
    server.use(http.get('/api/user', down));
    const { user } = await renderApp('/portal');
    const retry = () => screen.findByRole('button', { name: 'Try again' });
    const first = await retry();
    server.use(http.get('/api/user', () => waited.then(down)));
    await user.click(first);
    await waitFor(() => expect(first).not.toBeInTheDocument());
    answer();
    expect(await retry()).toHaveFocus();
  });

  test('a session that ends while the page is open leads to the sign-in page', async () => {
    memberSignedIn();
    await renderApp('/portal/courses');
    await screen.findByRole('link', { name: 'Continue Learning' });
    signedOut();
    server.use(http.get('/api/user/courses', unauthenticatedAnswer));
    await queryClient.invalidateQueries({ queryKey: ['/api/user/courses'] });
    await waitFor(() => expect(address()).toBe('/portal/auth'));
  });
});

describe('navigating inside the portal', () => {
  test('fetches no fresh data again', async () => {
    memberSignedIn();
    const requests: string[] = [];
    server.use(
      http.get('/api/user', () => {
        requests.push('user');
        return HttpResponse.json(member);
      }),
      http.get('/api/user/courses', ({ request }) => {
        requests.push(`courses${new URL(request.url).search}`);
        return HttpResponse.json([ownCourse()]);
      }),
    );
    const { user } = await renderApp('/portal');
    await screen.findByRole('link', { name: 'Start Learning' });
    await user.click(screen.getByRole('link', { name: 'My Courses' }));
    expect(await screen.findByRole('link', { name: 'Continue Learning' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('link', { name: 'Start Learning' });
    expect(requests.sort()).toEqual(['courses', 'courses?ended=true', 'user']);
  });
});

test('an unknown address shows the text of the specification', async () => {
  await renderApp('/portal/nowhere');
  expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});
