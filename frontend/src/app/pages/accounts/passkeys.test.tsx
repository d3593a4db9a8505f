import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { supportsPasskeys, toBytes, toText } from '@/lib/passkeys/authenticator';
import {
  cancelled,
  CREATION_OPTIONS,
  fakeAuthenticator,
  REQUEST_OPTIONS,
} from '@/test/fake-authenticator';
import { member, memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const LAPTOP = { id: 7, name: 'Firefox on Linux', createdAt: '2026-11-20T17:05:00Z' };
const PHONE = {
  id: 8,
  name: 'Safari on iPhone',
  createdAt: '2026-11-20T17:05:00Z',
  lastUsedAt: '2026-11-21T09:00:00Z',
};

afterEach(() => vi.unstubAllGlobals());

describe('signing in', () => {
  const signInButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' });

  beforeEach(() => {
    signedOut();
    server.use(http.post('/api/passkeys/challenge', () => HttpResponse.json(REQUEST_OPTIONS)));
  });

  function acceptedLogin() {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/login/passkey', async ({ request }) => {
        sent.push(await request.json());
        memberSignedIn();
        return HttpResponse.json(member);
      }),
    );
    return sent;
  }

  test('is not offered where the browser has no passkeys', async () => {
    await renderApp('/portal/auth');
    expect(await screen.findByLabelText('Username')).toHaveAttribute('autocomplete', 'username');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });

  test('sends what the authenticator answers and goes to the portal', async () => {
    const { get } = fakeAuthenticator();
    const sent = acceptedLogin();
    const { user } = await renderApp('/portal/auth');
    await user.click(await signInButton());
    await screen.findByRole('heading', { name: 'Welcome back, reader!' });
    expect(sent).toEqual([
      { id: 'AA', clientData: 'AQ', authenticatorData: 'Ag', signature: '-_8', userHandle: 'Aw' },
    ]);
    const options = get.mock.calls[0]?.[0].publicKey;
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options?.challenge).toEqual(new Uint8Array([251, 255]));
  });

  test('says quietly that it was cancelled, and can be tried again', async () => {
    const { get } = fakeAuthenticator();
    get.mockImplementationOnce(cancelled);
    acceptedLogin();
    const { user } = await renderApp('/portal/auth');
    await user.click(await signInButton());
    const words = await screen.findByText(/^No passkey was used\./);
    expect(words).toHaveAttribute('role', 'status');
    await user.click(await signInButton());
    await screen.findByRole('heading', { name: 'Welcome back, reader!' });
  });

  test("shows the server's refusal as a toast", async () => {
    fakeAuthenticator();
    server.use(
      http.post('/api/login/passkey', () =>
        refusal(401, 'passkey_invalid', 'This passkey does not sign in here.'),
      ),
    );
    const { user } = await renderApp('/portal/auth');
    await user.click(await signInButton());
    expect(await screen.findByText('This passkey does not sign in here.')).toBeVisible();
    expect(await signInButton()).not.toHaveAttribute('aria-disabled');
  });

  test('is offered among the names that the browser fills in', async () => {
    const { get, chosen } = fakeAuthenticator({ autofill: true });
    let choose: (answer: unknown) => void = () => {};
    get.mockImplementationOnce(() => new Promise((resolve) => (choose = resolve)));
    acceptedLogin();
    await renderApp('/portal/auth');
    expect(await screen.findByLabelText('Username')).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    );
    await waitFor(() => expect(get).toHaveBeenCalledOnce());
    expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
    choose(chosen);
    await screen.findByRole('heading', { name: 'Welcome back, reader!' });
  });

  test('the button ends what waits in the background, which says nothing', async () => {
    const { get } = fakeAuthenticator({ autofill: true });
    get.mockImplementationOnce(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
        }),
    );
    acceptedLogin();
    const { user } = await renderApp('/portal/auth');
    await waitFor(() => expect(get).toHaveBeenCalledOnce());
    await user.click(await signInButton());
    await screen.findByRole('heading', { name: 'Welcome back, reader!' });
    expect(get.mock.calls[0]?.[0].signal?.aborted).toBe(true);
    expect(screen.queryByText(/^No passkey was used\./)).toBeNull();
  });
});

describe('the account page', () => {
  const part = () => within(screen.getByRole('region', { name: 'Passkeys' }));

  async function open(passkeys: unknown[], change: Partial<typeof member> = {}) {
    memberSignedIn({ ...member, ...change });
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get('/api/user/passkeys', () => HttpResponse.json(passkeys)),
    );
    const view = await renderApp('/portal/account');
    await screen.findByRole('heading', { name: 'Account' });
    return view;
  }

  async function ask(passkeys: unknown[] = [], change: Partial<typeof member> = {}) {
    const view = await open(passkeys, change);
    await view.user.click(part().getByRole('button', { name: 'Add a passkey' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
    await view.user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    return { ...view, dialog };
  }

  test('lists passkeys under the ways to sign in, with their use', async () => {
    fakeAuthenticator();
    await open([LAPTOP, PHONE]);
    const waysIn = within(screen.getByRole('region', { name: 'Ways to sign in' }));
    const rows = await waysIn.findAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Firefox on Linux');
    expect(rows[0]).toHaveTextContent('Not used yet');
    expect(rows[1]).toHaveTextContent('Last used');
    const [remove] = part().getAllByRole('button', { name: 'Remove' });
    expect(remove).toHaveAccessibleDescription('Firefox on Linux');
  });

  test('says that there are none, and where the browser can add none', async () => {
    await open([]);
    expect(await part().findByText('You have no passkey yet.')).toBeVisible();
    expect(part().getByText('This browser cannot add passkeys at this address.')).toBeVisible();
    expect(part().queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  test('shows a failure with a way to try again', async () => {
    memberSignedIn();
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.get('/api/user/passkeys', () => refusal(500, 'internal', 'Something went wrong.')),
    );
    const { user } = await renderApp('/portal/account');
    expect(await screen.findByText('Your passkeys could not be loaded.')).toBeVisible();
    server.use(http.get('/api/user/passkeys', () => HttpResponse.json([LAPTOP])));
    await user.click(part().getByRole('button', { name: /again|retry/i }));
    expect(await part().findByText('Firefox on Linux')).toBeVisible();
  });

  test('adds one with the password, and shows it in the list', async () => {
    const { create } = fakeAuthenticator();
    const sent: unknown[] = [];
    const note = async ({ request }: { request: Request }) => sent.push(await request.json());
    const { user, dialog } = await ask();
    server.use(
      http.post('/api/user/passkey-challenge', async (call) => {
        await note(call);
        return HttpResponse.json(CREATION_OPTIONS);
      }),
      http.post('/api/user/passkeys', async (call) => {
        await note(call);
        server.use(http.get('/api/user/passkeys', () => HttpResponse.json([LAPTOP])));
        return HttpResponse.json(LAPTOP, { status: 201 });
      }),
    );
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Passkey added')).toBeVisible();
    expect(await part().findByText('Firefox on Linux')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([
      { currentPassword: 'correct horse' },
      { clientData: 'AQ', attestationObject: 'Ag' },
    ]);
    expect(create.mock.calls[0]?.[0].publicKey).toMatchObject({
      user: { id: new Uint8Array([1, 2]), name: 'reader' },
      excludeCredentials: [{ type: 'public-key', id: new Uint8Array([3, 4]) }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test('asks for the code where the second factor is on, and shows a wrong one at its field', async () => {
    fakeAuthenticator();
    const { user, dialog } = await ask([], { secondFactor: true });
    let sent: unknown;
    server.use(
      http.post('/api/user/passkey-challenge', async ({ request }) => {
        sent = await request.json();
        return refusal(400, 'second_factor_invalid', 'The code is wrong or was used already');
      }),
    );
    await user.type(dialog.getByLabelText('Code'), '000000');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('The code is wrong or was used already')).toBeVisible();
    expect(sent).toEqual({ currentPassword: 'correct horse', code: '000000' });
  });

  test.each([
    ['NotAllowedError', 'It was cancelled, or took too long. Try again whenever you like.'],
    ['InvalidStateError', 'This device has a passkey for your account already.'],
  ])('says why none was added: %s', async (name, words) => {
    const { create } = fakeAuthenticator();
    create.mockImplementation(() => Promise.reject(new DOMException('x', name)));
    const { user, dialog } = await ask();
    server.use(http.post('/api/user/passkey-challenge', () => HttpResponse.json(CREATION_OPTIONS)));
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('No passkey was added')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
  });

  test('removes one with the password; the focus stays with the passkeys', async () => {
    fakeAuthenticator();
    const { user } = await open([LAPTOP]);
    let removed: unknown;
    server.use(
      http.delete('/api/user/passkeys/:id', async ({ params, request }) => {
        removed = { id: params.id, body: await request.json() };
        server.use(http.get('/api/user/passkeys', () => HttpResponse.json([])));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await user.click(await part().findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Remove the passkey “Firefox on Linux”?')).toBeVisible();
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Passkey removed')).toBeVisible();
    expect(await part().findByText('You have no passkey yet.')).toBeVisible();
    expect(removed).toEqual({ id: '7', body: { currentPassword: 'correct horse' } });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus());
  });

  test('a wrong password removes nothing and is shown at its field', async () => {
    const wrong = { currentPassword: 'Current password is incorrect' };
    server.use(
      http.delete('/api/user/passkeys/:id', () => refusal(400, 'invalid_fields', 'x', wrong)),
    );
    const { user } = await open([LAPTOP]);
    await user.click(await part().findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Current Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await dialog.findByText('Current password is incorrect')).toBeVisible();
  });
});

test('no passkeys are offered at an IP address or without https', () => {
  fakeAuthenticator();
  expect(supportsPasskeys()).toBe(true);
  for (const hostname of ['127.0.0.1', '[::1]']) {
    vi.stubGlobal('location', { hostname });
    expect(supportsPasskeys()).toBe(false);
  }
  vi.stubGlobal('location', { hostname: 'courses.example.com' });
  expect(supportsPasskeys()).toBe(true);
  vi.stubGlobal('isSecureContext', false);
  expect(supportsPasskeys()).toBe(false);
});

test('bytes travel as base64url without padding', () => {
  for (const values of [[], [0], [251, 255], [1, 2, 3, 4]]) {
    const bytes = new Uint8Array(values);
    const text = toText(bytes.buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect(toBytes(text)).toEqual(bytes);
  }
});
