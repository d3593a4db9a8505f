// What of the account stays in the browser, and what the pages show of it after a reload without a connection.
import 'fake-indexeddb/auto';

import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import { forgetAll, readKept } from '@/lib/offline/kept-answers';
import { queryClient } from '@/lib/query-client';
import { rememberSignedIn } from '@/lib/signed-in-account';
import { member, memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';

const account = {
  ...member,
  emailVerified: false,
  pendingEmail: 'next@example.com',
  discordUserId: '4711',
  secondFactor: true,
};

const onlyIdAndName = () =>
  waitFor(async () =>
    expect(await readKept('/api/user')).toEqual({ id: member.id, username: member.username }),
  );

const greeting = () => screen.findByRole('heading', { name: 'Welcome back, reader!' });
const profile = () => within(screen.getByRole('region', { name: 'Name and e-mail' }));
const cut = () => server.use(http.get('/api/user', () => HttpResponse.error()));

/** The page is loaded again: its memory is lost, and the browser's storage stays. */
async function reload(path: string, unmount: () => void) {
  unmount();
  queryClient.clear();
  return renderApp(path);
}

beforeEach(async () => {
  await forgetAll();
  memberSignedIn(account);
  server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
});

describe('what is kept of the account', () => {
  test('is its number and its name, and no address', async () => {
    await renderApp('/portal');
    await greeting();
    await onlyIdAndName();
  });

  test('is no more after a sign-in', async () => {
    signedOut();
    server.use(
      http.post('/api/login', () => {
        memberSignedIn(account);
        return HttpResponse.json(account);
      }),
    );
    const { user } = await renderApp('/portal/auth');
    await user.type(await screen.findByLabelText('Username'), member.username);
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await greeting();
    await onlyIdAndName();
  });
});

describe('after a reload without a connection', () => {
  test('the pages know the name, and claim nothing that only the server knows', async () => {
    const { unmount } = await renderApp('/portal');
    await greeting();
    await onlyIdAndName();
    cut();
    await reload('/portal', unmount);
    await greeting();
    expect(await screen.findByRole('heading', { name: 'Mobile App Coming Soon' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Link Your Discord Account' })).toBeNull();
  });

  test('an account that a sign-out could not remove is not shown', async () => {
    const { unmount } = await renderApp('/portal');
    await greeting();
    await onlyIdAndName();
    rememberSignedIn(null);
    cut();
    await reload('/portal', unmount);
    expect(await screen.findByText('We could not check who is signed in.')).toBeVisible();
    await waitFor(async () => expect(await readKept('/api/user')).toBeUndefined());
  });

  test('the account page waits for the connection', async () => {
    const { unmount } = await renderApp('/portal');
    await greeting();
    await onlyIdAndName();
    cut();
    const { user } = await reload('/portal/account', unmount);
    expect(await screen.findByText(/it needs the connection/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Name and e-mail' })).toBeNull();
    memberSignedIn(account);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('region', { name: 'Name and e-mail' });
    expect(profile().getByLabelText('Email')).toHaveValue('next@example.com');
  });
});

test('a lost connection takes nothing away that the page knows', async () => {
  await renderApp('/portal/account');
  await screen.findByRole('region', { name: 'Name and e-mail' });
  await onlyIdAndName();
  cut();
  await queryClient.refetchQueries({ queryKey: ['/api/user'] });
  expect(profile().getByLabelText('Email')).toHaveValue('next@example.com');
});
