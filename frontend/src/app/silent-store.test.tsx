// Pages in a browser whose IndexedDB never answers (WebKit).
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { member, memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';

beforeAll(() => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  return () => vi.unstubAllGlobals();
});
beforeEach(signedOut);

it('a member signs in and out', async () => {
  server.use(
    http.post('/api/login', () => {
      memberSignedIn();
      return HttpResponse.json(member);
    }),
    http.post('/api/logout', () => {
      signedOut();
      return HttpResponse.json({});
    }),
  );
  const { user } = await renderApp('/portal');
  await user.type(await screen.findByLabelText('Username'), member.username);
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('heading', { name: 'Welcome back, reader!' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
});

it('a page without a connection says so', async () => {
  server.use(http.get('/api/user', () => HttpResponse.error()));
  await renderApp('/portal');
  await waitFor(() =>
    expect(screen.getByText('We could not check who is signed in.')).toBeVisible(),
  );
});
