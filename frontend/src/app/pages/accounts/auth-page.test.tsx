import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import { deferred } from '@/test/deferred';
import { member, memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const address = () => screen.getByLabelText('address').textContent;
const button = (name: string) => screen.getByRole('button', { name });
const password = () => screen.getByLabelText('Password');

/** Signs in through the form; the fake server has a session from then on. */
async function signIn(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await user.type(await screen.findByLabelText('Username'), 'reader');
  await user.type(password(), 'correct horse');
  await user.click(button('Login'));
}

beforeEach(signedOut);

describe('login', () => {
  test('sends name and password as JSON and goes to the portal', async () => {
    let sent: unknown;
    let type: string | null = null;
    server.use(
      http.post('/api/login', async ({ request }) => {
        type = request.headers.get('Content-Type');
        sent = await request.json();
        memberSignedIn();
        return HttpResponse.json(member);
      }),
    );
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    await screen.findByRole('heading', { name: 'Welcome back, reader!' });
    expect(address()).toBe('/portal');
    expect(sent).toEqual({ username: 'reader', password: 'correct horse' });
    expect(type).toBe('application/json');
  });

  test('returns to the page that required signing in', async () => {
    server.use(
      http.post('/api/login', () => {
        memberSignedIn();
        return HttpResponse.json(member);
      }),
    );
    const { user } = await renderApp('/portal/courses');
    await waitFor(() => expect(address()).toBe('/portal/auth'));
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/portal/courses'));
  });

  test('never leads to another site', async () => {
    memberSignedIn();
    await renderApp('/portal/auth?returnTo=//evil.example/');
    await waitFor(() => expect(address()).toBe('/portal'));
  });

  test("shows the server's message as the title of a toast", async () => {
    server.use(
      http.post('/api/login', () =>
        refusal(401, 'invalid_credentials', 'Invalid username or password'),
      ),
    );
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    expect(await screen.findByText('Invalid username or password')).toBeVisible();
    expect(address()).toBe('/portal/auth');
  });

  test('keeps the focus at the button that waits, which does nothing meanwhile', async () => {
    const { promise: waited, resolve: answer } = deferred();
    let sent = 0;
    server.use(
      http.post('/api/login', async () => {
        sent += 1;
        await waited;
        return refusal(401, 'invalid_credentials', 'Invalid username or password');
      }),
    );
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    const waits = await screen.findByRole('button', { name: 'Logging in…' });
    expect(waits).toHaveFocus();
    expect(waits).toHaveAttribute('aria-disabled', 'true');
    await user.click(waits);
    await user.keyboard('{Enter}');
    answer();
    expect(await screen.findByText('Invalid username or password')).toBeVisible();
    expect(button('Login')).toHaveFocus();
    expect(button('Login')).not.toHaveAttribute('aria-disabled');
    expect(sent).toBe(1);
  });

  test.each([
    ['button', 'Register with Purchase Key', 'Purchase Key'],
    ['link', 'Forgot password?', 'Email'],
  ])('the toast of a failure goes when a %s leads to another form', async (role, name, field) => {
    server.use(
      http.post('/api/login', () =>
        refusal(401, 'invalid_credentials', 'Invalid username or password'),
      ),
    );
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    expect(await screen.findByText('Invalid username or password')).toBeVisible();
    await user.click(screen.getByRole(role, { name }));
    expect(await screen.findByLabelText(field)).toBeVisible();
    expect(screen.queryByText('Invalid username or password')).toBeNull();
  });

  test('says that signing in failed when the answer is not JSON', async () => {
    server.use(http.post('/api/login', () => HttpResponse.html('<h1>No</h1>', { status: 401 })));
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    expect(await screen.findByText('Login failed')).toBeVisible();
    expect(screen.getByText('401: <h1>No</h1>')).toBeVisible();
  });

  test('says that signing in failed when no answer comes', async () => {
    server.use(http.post('/api/login', () => HttpResponse.error()));
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    expect(await screen.findByText('Login failed')).toBeVisible();
  });

  test('requires both fields before sending a request', async () => {
    const { user } = await renderApp('/portal/auth');
    await user.click(await screen.findByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Username is required')).toBeVisible();
    expect(screen.getByLabelText('Username')).toBeInvalid();
    expect(password()).toHaveAccessibleDescription('Password is required');
  });

  test('shows and hides the password', async () => {
    const { user } = await renderApp('/portal/auth');
    await user.type(await screen.findByLabelText('Password'), 'secret');
    await user.click(button('Show password'));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(button('Hide password'));
    expect(password()).toHaveAttribute('type', 'password');
  });

  test('a server that fails does not hide the form', async () => {
    server.use(http.get('/api/user', () => refusal(503, 'database', 'Down.')));
    await renderApp('/portal/auth');
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('closes to the home page', async () => {
    await renderApp('/portal/auth');
    expect(await screen.findByRole('link', { name: 'Close' })).toHaveAttribute('href', '/');
  });
});

describe('second factor', () => {
  let sent: unknown[];

  /** Name and password are right; the codes that count are `123456` and a recovery code. */
  async function reachCode() {
    sent = [];
    server.use(
      http.post('/api/login', async ({ request }) => {
        const body: Partial<Record<string, unknown>> = Object(await request.json());
        sent.push(body);
        if (body.code === undefined)
          return refusal(401, 'second_factor_required', 'Enter the code');
        if (body.code !== '123456' && body.code !== 'ABCDEF') {
          return refusal(401, 'second_factor_invalid', 'The code is wrong or was used already');
        }
        memberSignedIn();
        return HttpResponse.json(member);
      }),
    );
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    await screen.findByRole('heading', { name: 'Enter your code' });
    return user;
  }

  test('asks for the code of the app and sends it with name and password', async () => {
    const user = await reachCode();
    expect(address()).toBe('/portal/auth?mode=code');
    const field = screen.getByLabelText('Code');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await user.type(field, ' 123456 ');
    await user.click(button('Login'));
    await waitFor(() => expect(address()).toBe('/portal'));
    expect(sent[1]).toEqual({ username: 'reader', password: 'correct horse', code: '123456' });
  });

  test('a wrong code is shown at its field', async () => {
    const user = await reachCode();
    await user.type(screen.getByLabelText('Code'), '000000');
    await user.click(button('Login'));
    expect(await screen.findByText('The code is wrong or was used already')).toBeVisible();
    expect(screen.getByLabelText('Code')).toBeInvalid();
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus());
  });

  test('a recovery code will do', async () => {
    const user = await reachCode();
    await user.type(screen.getByLabelText('Code'), '1');
    await user.click(button('Use a recovery code'));
    const field = screen.getByLabelText('Recovery Code');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    expect(field).toHaveAttribute('inputmode', 'text');
    await user.type(field, 'ABCDEF');
    await user.click(button('Login'));
    await waitFor(() => expect(address()).toBe('/portal'));
  });

  test('an empty code is not sent', async () => {
    const user = await reachCode();
    await user.click(button('Login'));
    expect(await screen.findByText('Enter the code')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  test('a password that was changed meanwhile leads back to the first step', async () => {
    const user = await reachCode();
    server.use(
      http.post('/api/login', () =>
        refusal(401, 'invalid_credentials', 'Invalid username or password'),
      ),
    );
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(button('Login'));
    expect(await screen.findByText('Invalid username or password')).toBeVisible();
    expect(await screen.findByLabelText('Username')).toBeVisible();
  });

  test('the toast of a wrong password goes before the code is asked for', async () => {
    let tries = 0;
    server.use(
      http.post('/api/login', () => {
        tries += 1;
        return tries === 1
          ? refusal(401, 'invalid_credentials', 'Invalid username or password')
          : refusal(401, 'second_factor_required', 'Enter the code');
      }),
    );
    const { user } = await renderApp('/portal/auth');
    await signIn(user);
    expect(await screen.findByText('Invalid username or password')).toBeVisible();
    await user.click(button('Login'));
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(screen.queryByText('Invalid username or password')).toBeNull();
  });

  test('goes back to the first step', async () => {
    const user = await reachCode();
    await user.click(button('Back to Login'));
    expect(await screen.findByLabelText('Username')).toHaveValue('');
    expect(address()).toBe('/portal/auth');
  });

  test('without name and password the first step is shown', async () => {
    await renderApp('/portal/auth?mode=code');
    expect(await screen.findByLabelText('Username')).toBeVisible();
  });
});

describe('reset request', () => {
  const request = async (email: string) => {
    const { user } = await renderApp('/portal/auth');
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await user.type(await screen.findByLabelText('Email'), email);
    await user.click(button('Send Reset Instructions'));
  };

  test('gives the same answer for every address, and returns to login', async () => {
    server.use(http.post('/api/request-reset', () => HttpResponse.json({})));
    await request('reader@example.com');
    expect(await screen.findByText('Check your email')).toBeVisible();
    expect(
      screen.getByText(
        'If an account exists with this email, you will receive password reset instructions.',
      ),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  });

  test.each([500, 429])('says when it was not sent (%i)', async (status) => {
    server.use(http.post('/api/request-reset', () => refusal(status, 'x', 'No.')));
    await request('reader@example.com');
    expect(
      await screen.findByText('Failed to send reset email. Please try again later.'),
    ).toBeVisible();
    expect(button('Send Reset Instructions')).not.toHaveAttribute('aria-disabled');
  });

  test('requires a valid address', async () => {
    await request('nonsense');
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  });
});
