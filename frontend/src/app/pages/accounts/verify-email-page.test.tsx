import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { deferred } from '@/test/deferred';
import { member, memberSignedIn, signedOut } from '@/test/fixtures';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

beforeEach(signedOut);

test('the link confirms when it is opened, once, and the token leaves the address', async () => {
  const sent: unknown[] = [];
  const answer = deferred();
  server.use(
    http.post('/api/verify-email', async ({ request }) => {
      sent.push(await request.json());
      await answer.promise;
      return HttpResponse.json({ email: 'new@example.com' });
    }),
  );
  await renderApp('/verify-email?token=secret');
  expect(await screen.findByRole('heading', { name: /Confirming/ })).toBeVisible();
  await waitFor(() => expect(address()).toBe('/verify-email'));
  answer.resolve();
  expect(
    await screen.findByRole('heading', { name: 'Your email address is confirmed' }),
  ).toBeVisible();
  expect(screen.getByText(/new@example\.com/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute(
    'href',
    '/portal/account',
  );
  expect(sent).toEqual([{ token: 'secret' }]);
});

test('a signed-in account has its new address at once', async () => {
  memberSignedIn({ ...member, emailVerified: false });
  server.use(
    http.post('/api/verify-email', () => {
      memberSignedIn({ ...member, email: 'new@example.com' });
      return HttpResponse.json({ email: 'new@example.com' });
    }),
    http.get('/api/user/sessions', () => HttpResponse.json([])),
  );
  const { user } = await renderApp('/verify-email?token=secret');
  await user.click(await screen.findByRole('link', { name: 'Go to your account' }));
  expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
});

test.each([
  [400, 'verify_token_invalid', 'Invalid Confirmation Link'],
  [409, 'email_taken', 'This address is taken'],
])('%i says what is wrong', async (status, code, title) => {
  server.use(http.post('/api/verify-email', () => refusal(status, code, 'No.')));
  await renderApp('/verify-email?token=secret');
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('an address without a token asks nothing of the server', async () => {
  await renderApp('/verify-email');
  expect(await screen.findByRole('heading', { name: 'Invalid Confirmation Link' })).toBeVisible();
});

test('a failing server is asked again', async () => {
  server.use(http.post('/api/verify-email', () => refusal(503, 'database', 'Down.')));
  const { user } = await renderApp('/verify-email?token=secret');
  expect(await screen.findByText('503: Down.')).toBeVisible();
  server.use(
    http.post('/api/verify-email', () => HttpResponse.json({ email: 'reader@example.com' })),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(
    await screen.findByRole('heading', { name: 'Your email address is confirmed' }),
  ).toBeVisible();
});
