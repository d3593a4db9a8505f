import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { cancelled, CREATION_OPTIONS, fakeAuthenticator } from '@/test/fake-authenticator';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';
import { EVA, received, staffSignedIn, staffSignedOut } from '@/test/staff';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const signInButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' });
const today = () => screen.findByRole('heading', { name: 'Today' });

describe('signing in', () => {
  beforeEach(staffSignedOut);

  test.each(['/staff', '/staff/members/7', '/staff/questions'])(
    'is asked for at %s, at the same address',
    async (path) => {
      fakeAuthenticator();
      await renderApp(path);
      await signInButton();
      expect(address()).toBe(path);
    },
  );

  test('opens the page by the passkey', async () => {
    fakeAuthenticator();
    const { user } = await renderApp('/staff');
    const sent = received('post', '/api/staff/session', () => {
      staffSignedIn();
      return HttpResponse.json(EVA);
    });
    await user.click(await signInButton());
    await today();
    expect(sent).toEqual([
      { id: 'AA', clientData: 'AQ', authenticatorData: 'Ag', signature: '-_8', userHandle: 'Aw' },
    ]);
    expect(screen.getByText('Eva, owner')).toBeInTheDocument();
  });

  test('says that it was cancelled, and what the server refuses', async () => {
    const { get } = fakeAuthenticator();
    get.mockImplementationOnce(cancelled);
    received('post', '/api/staff/session', () =>
      refusal(401, 'passkey_invalid', 'This passkey does not sign in here.'),
    );
    const { user } = await renderApp('/staff');
    await user.click(await signInButton());
    await screen.findByText(/^No passkey was used/);
    await user.click(await signInButton());
    await screen.findByText('This passkey does not sign in here.');
  });

  test('is not offered where the browser has no passkeys', async () => {
    await renderApp('/staff');
    await screen.findByText(/^This browser cannot use passkeys/);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('joining', () => {
  test('takes the token out of the address, and signs in', async () => {
    fakeAuthenticator();
    const offered = received('post', '/api/staff/join-challenge', () =>
      HttpResponse.json(CREATION_OPTIONS),
    );
    const joined = received('post', '/api/staff/join', () => {
      staffSignedIn();
      return HttpResponse.json(EVA, { status: 201 });
    });
    const { user } = await renderApp('/staff/join?token=secret');
    await waitFor(() => expect(address()).toBe('/staff/join'));
    await user.click(await screen.findByRole('button', { name: 'Create a passkey' }));
    await today();
    expect(address()).toBe('/staff');
    // Once to see whether the link works, once for the passkey.
    expect(offered).toEqual([{ token: 'secret' }, { token: 'secret' }]);
    expect(joined).toEqual([{ token: 'secret', clientData: 'AQ', attestationObject: 'Ag' }]);
  });

  test('says before anything is pressed that the link does not work any more', async () => {
    fakeAuthenticator();
    received('post', '/api/staff/join-challenge', () =>
      refusal(400, 'join_token_invalid', 'This link does not work any more. Ask for a new one.'),
    );
    await renderApp('/staff/join?token=old');
    await screen.findByRole('heading', { name: 'This link was used, or is too old' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This link does not work any more. Ask for a new one.',
    );
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'To the sign-in' })).toHaveAttribute('href', '/staff');
  });

  test('is offered where it could not be seen whether the link works', async () => {
    fakeAuthenticator();
    received('post', '/api/staff/join-challenge', () => refusal(500, 'internal', 'Broken.'));
    const { user } = await renderApp('/staff/join?token=secret');
    await user.click(await screen.findByRole('button', { name: 'Create a passkey' }));
    await screen.findByText('Broken.');
  });

  test('needs a token', async () => {
    await renderApp('/staff/join');
    await screen.findByRole('heading', { name: 'This link is not complete' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the end of a session', () => {
  test('by the button shows the sign-in, and nothing of what was loaded', async () => {
    fakeAuthenticator();
    staffSignedIn();
    const ended = received('delete', '/api/staff/session', () => {
      staffSignedOut();
      return new HttpResponse(null, { status: 204 });
    });
    const { user } = await renderApp('/staff/members/7');
    await screen.findByRole('heading', { name: 'mara' });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await signInButton();
    expect(ended).toHaveLength(1);
    expect(screen.queryByText('mara')).toBeNull();
    expect(screen.queryByText(/^Your session has ended/)).toBeNull();
  });

  test('seen by any call leads to the sign-in, and keeps what was typed', async () => {
    fakeAuthenticator();
    staffSignedIn();
    const { user } = await renderApp('/staff/members/7');
    await user.type(await screen.findByLabelText('Note'), 'Rang twice');
    staffSignedOut();
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    await screen.findByText(/^Your session has ended/);
    expect(screen.queryByText('mara@example.com')).toBeNull();
    received('post', '/api/staff/session', () => HttpResponse.json(EVA));
    staffSignedIn();
    await user.click(await signInButton());
    expect(await screen.findByLabelText('Note')).toHaveValue('Rang twice');
  });

  test('of a name that was removed, the last one too, leads to the sign-in', async () => {
    fakeAuthenticator();
    staffSignedIn();
    const { user } = await renderApp('/staff/members/7');
    await screen.findByRole('heading', { name: 'mara' });
    server.use(http.all('/api/staff/*', () => refusal(404, 'not_found', 'There is no such call')));
    await user.type(screen.getByLabelText('Note'), 'Rang twice');
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    await signInButton();
    expect(screen.queryByText('mara@example.com')).toBeNull();
  });

  test('after half an hour without a call is seen without one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fakeAuthenticator();
    staffSignedIn();
    await renderApp('/staff/members/7');
    await screen.findByRole('heading', { name: 'mara' });
    staffSignedOut();
    await act(() => vi.advanceTimersByTimeAsync(29 * 60_000));
    expect(screen.getByText('mara@example.com')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    await screen.findByText(/^Your session has ended/);
    expect(screen.queryByText('mara@example.com')).toBeNull();
  });

  test('is not what a server that does not answer means', async () => {
    staffSignedIn();
    server.use(http.get('/api/staff/session', () => refusal(503, 'unavailable', 'Busy.')));
    const { user } = await renderApp('/staff');
    await screen.findByText('We could not check who is signed in.');
    staffSignedIn();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await today();
  });
});
