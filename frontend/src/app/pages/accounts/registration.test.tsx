import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { member, memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const KEY = 'ABCDE-FGHJK-MNPQR-STVWX-YZ234';
const address = () => screen.getByLabelText('address').textContent;
const button = (name: string) => screen.getByRole('button', { name });

const keyIsGood = () =>
  server.use(
    http.post('/api/verify-purchase-key', () =>
      HttpResponse.json({ valid: true, course: { id: 1, title: 'Futures Foundations' } }),
    ),
  );

async function verify(key: string) {
  const view = await renderApp('/portal/auth');
  await view.user.click(await screen.findByRole('button', { name: 'Register with Purchase Key' }));
  if (key !== '') await view.user.type(await screen.findByLabelText('Purchase Key'), key);
  await view.user.click(await screen.findByRole('button', { name: 'Verify Key' }));
  return view;
}

async function fillRegistration(password: string) {
  keyIsGood();
  const view = await verify(KEY);
  await view.user.type(await screen.findByLabelText('Username'), 'reader');
  await view.user.type(screen.getByLabelText('Email'), 'reader@example.com');
  await view.user.type(screen.getByLabelText('Password'), password);
  await view.user.click(button('Create Account'));
  return view;
}

beforeEach(signedOut);

describe('a browser that keeps no cookies for this site', () => {
  const title = 'Your browser keeps no cookies for this site';

  test('is told before anything is sent, and after cookies are allowed goes on', async () => {
    const enabled = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const sent: string[] = [];
    server.events.on('request:start', ({ request }) => void sent.push(request.method));
    const { user } = await renderApp(`/portal/auth#key=${KEY}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('a purchase key stays unused');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button('Try again'));
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
    enabled.mockReturnValue(true);
    await user.click(button('Try again'));
    expect(await screen.findByLabelText('Purchase Key')).toHaveValue(KEY);
    expect(sent).toEqual(sent.filter((method) => method === 'GET'));
  });

  test('may still ask for a new password', async () => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    await renderApp('/portal/auth?mode=reset');
    expect(await screen.findByLabelText('Email')).toBeVisible();
  });

  test('is told after a registration that the account exists', async () => {
    server.use(http.post('/api/register', () => HttpResponse.json(member, { status: 201 })));
    const { user } = await fillRegistration('correct horse');
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Your account exists');
    expect(screen.getByRole('alert')).toHaveTextContent('sign in there with your user name');
    await user.click(button('Try again'));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('is told after a sign-in', async () => {
    server.use(http.post('/api/login', () => HttpResponse.json(member)));
    const { user } = await renderApp('/portal/auth');
    await user.type(await screen.findByLabelText('Username'), 'reader');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(button('Login'));
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('user name and password are right');
  });
});

describe('the purchase key step', () => {
  test('a good key opens registration with the code filled in', async () => {
    keyIsGood();
    await verify(KEY);
    expect(await screen.findByText('Purchase key verified')).toBeVisible();
    expect(screen.getByText('Please complete your registration')).toBeVisible();
    expect(screen.getByLabelText('Purchase Code')).toHaveValue(KEY);
    expect(screen.getByText('Futures Foundations')).toBeVisible();
  });

  test.each([400, 404, 429])('a refusal is an invalid key (%i)', async (status) => {
    server.use(http.post('/api/verify-purchase-key', () => refusal(status, 'x', 'No.')));
    await verify(KEY);
    expect(await screen.findByText('Invalid purchase key')).toBeVisible();
    expect(screen.getByText('Please check your purchase key and try again')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull();
  });

  test('a server fault is not an invalid key', async () => {
    server.use(http.post('/api/verify-purchase-key', () => refusal(503, 'x', 'No.')));
    await verify(KEY);
    expect(await screen.findByText('Failed to verify purchase key')).toBeVisible();
    expect(screen.queryByText('Invalid purchase key')).toBeNull();
  });

  test('no answer is not an invalid key', async () => {
    server.use(http.post('/api/verify-purchase-key', () => HttpResponse.error()));
    await verify(KEY);
    expect(await screen.findByText('Failed to verify purchase key')).toBeVisible();
  });

  test('an empty key is refused with a message', async () => {
    await verify('');
    expect(await screen.findByText('Purchase key is required')).toBeVisible();
  });

  test.each(['#', '?'])('the address can contain the key after %s', async (mark) => {
    await renderApp(`/portal/auth${mark}key=${KEY}`);
    expect(await screen.findByLabelText('Purchase Key')).toHaveValue(KEY);
    await waitFor(() => expect(address()).toBe('/portal/auth?mode=key'));
    expect(screen.getByLabelText('Purchase Key')).toHaveValue(KEY);
  });

  test('leads back to login', async () => {
    const { user } = await renderApp('/portal/auth#key=x');
    await user.click(await screen.findByRole('button', { name: 'Back to Login' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });
});

describe('registration', () => {
  test('signs in and goes to the portal', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/register', async ({ request }) => {
        sent = await request.json();
        memberSignedIn();
        return HttpResponse.json(member, { status: 201 });
      }),
    );
    await fillRegistration('correct horse');
    await waitFor(() => expect(address()).toBe('/portal'));
    expect(sent).toEqual({
      username: 'reader',
      email: 'reader@example.com',
      password: 'correct horse',
      purchaseCode: KEY,
    });
  });

  test('a password that only the server knows as common is named at its field', async () => {
    server.use(
      http.post('/api/register', () =>
        refusal(400, 'invalid_input', 'Check the form.', {
          password: 'Password is too common. Please choose another one',
        }),
      ),
    );
    await fillRegistration('correct horse');
    expect(await screen.findByText('Registration failed')).toBeVisible();
    expect(
      await screen.findByText('Password is too common. Please choose another one'),
    ).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  });

  test('closes the toast about the key', async () => {
    server.use(
      http.post('/api/register', () => {
        memberSignedIn();
        return HttpResponse.json(member, { status: 201 });
      }),
    );
    await fillRegistration('correct horse');
    expect(await screen.findByRole('heading', { name: 'Welcome back, reader!' })).toBeVisible();
    expect(screen.queryByText('Purchase key verified')).not.toBeInTheDocument();
  });

  test('a short password never reaches the server', async () => {
    await fillRegistration('short');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  });

  test('an empty form names every field', async () => {
    keyIsGood();
    const { user } = await verify(KEY);
    await user.clear(await screen.findByLabelText('Purchase Code'));
    await user.click(button('Create Account'));
    for (const message of [
      'Username is required',
      'Invalid email address',
      'Password must be at least 8 characters',
      'Purchase code is required',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
  });

  test('a refusal shows its message and focuses the field', async () => {
    server.use(
      http.post('/api/register', () => refusal(409, 'username_taken', 'Username is already taken')),
    );
    await fillRegistration('correct horse');
    expect(await screen.findByText('Registration failed')).toBeVisible();
    expect(screen.getByText('409: Username is already taken')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
    expect(address()).not.toBe('/portal');
  });

  test('no answer shows a message and can be retried', async () => {
    server.use(http.post('/api/register', () => HttpResponse.error()));
    await fillRegistration('correct horse');
    expect(await screen.findByText('Registration failed')).toBeVisible();
    expect(button('Create Account')).not.toHaveAttribute('aria-disabled');
  });
});

describe('a visitor without a key, or who is refused', () => {
  beforeEach(signedOut);

  test.each(['/portal/auth', '/portal/auth?mode=key'])(
    '%s leads to the plans, and says where a key is',
    async (path) => {
      await renderApp(path);
      expect(await screen.findByText(/No key yet\?/)).toHaveTextContent(
        'Your key is in the mail that confirms your order, and on the order’s page.',
      );
      expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute(
        'href',
        '/pricing',
      );
    },
  );

  test('a form that asks for a mail says nothing of keys', async () => {
    await renderApp('/portal/auth?mode=reset');
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByText(/No key yet\?/)).toBeNull();
  });

  test.each([
    [refusal(401, 'invalid_credentials', 'Invalid username or password'), /Check both fields/],
    [refusal(503, 'unavailable', 'Not now'), /Try again in a moment/],
  ])('a refused sign-in stands at the form, until the next try', async (answer, sentence) => {
    server.use(http.post('/api/login', () => answer.clone()));
    const { user } = await renderApp('/portal/auth');
    await user.type(await screen.findByLabelText('Username'), 'reader');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText(sentence)).toBeVisible();
    server.use(http.post('/api/login', () => new Promise<never>(() => {})));
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('button', { name: 'Logging in…' });
    expect(screen.queryByText(sentence)).toBeNull();
  });
});
