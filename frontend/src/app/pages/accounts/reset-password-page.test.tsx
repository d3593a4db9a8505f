import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const address = () => screen.getByLabelText('address').textContent;

async function submit(token: string, newPassword: string, confirmation = newPassword) {
  const view = await renderApp(`/reset-password?token=${token}`);
  await view.user.type(await screen.findByLabelText('New Password'), newPassword);
  await view.user.type(screen.getByLabelText('Confirm Password'), confirmation);
  await view.user.click(screen.getByRole('button', { name: 'Reset Password' }));
  return view;
}

beforeEach(signedOut);

test('the token is removed from the address and still sent', async () => {
  let sent: unknown;
  server.use(
    http.post('/api/reset-password', async ({ request }) => {
      sent = await request.json();
      return new HttpResponse(null, { status: 200 });
    }),
  );
  const view = await renderApp('/reset-password?token=secret');
  await waitFor(() => expect(address()).toBe('/reset-password'));
  await view.user.type(screen.getByLabelText('New Password'), 'correct horse');
  await view.user.type(screen.getByLabelText('Confirm Password'), 'correct horse');
  await view.user.click(screen.getByRole('button', { name: 'Reset Password' }));
  expect(await screen.findByText('Your password has been reset successfully')).toBeVisible();
  expect(screen.getByText('Success')).toBeVisible();
  expect(sent).toEqual({ token: 'secret', newPassword: 'correct horse' });
  await waitFor(() => expect(address()).toBe('/portal/auth'));
});

test('a common password is named at its field', async () => {
  server.use(
    http.post('/api/reset-password', () =>
      refusal(400, 'invalid_input', 'Check the form.', {
        newPassword: 'Password is too common. Please choose another one',
      }),
    ),
  );
  await submit('secret', 'correct horse');
  expect(
    await screen.findByText('Password is too common. Please choose another one'),
  ).toBeVisible();
  expect(screen.queryByText('Error')).toBeNull();
});

test.each([
  ['a refusal', () => refusal(400, 'reset_token_invalid', 'Invalid or expired reset token')],
  ['a fault', () => refusal(500, 'internal', 'Broken.')],
  ['no answer', () => HttpResponse.error()],
])('%s is shown as an expired link', async (_name, answer) => {
  server.use(http.post('/api/reset-password', answer));
  await submit('secret', 'correct horse');
  expect(
    await screen.findByText('Failed to reset password. The link may have expired.'),
  ).toBeVisible();
  expect(screen.getByText('Error')).toBeVisible();
  expect(address()).toBe('/reset-password');
});

test('the two passwords must be the same', async () => {
  await submit('secret', 'correct horse', 'correct house');
  expect(await screen.findByText("Passwords don't match")).toBeVisible();
  expect(screen.getByLabelText('Confirm Password')).toBeInvalid();
});

test('a short password is refused, together with a mismatch', async () => {
  await submit('secret', 'short', 'other');
  expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
  expect(screen.getByText("Passwords don't match")).toBeVisible();
});

test('a blank token is an error on submit', async () => {
  await submit('%20', 'correct horse');
  expect(await screen.findByText('Invalid reset token')).toBeVisible();
});

test('an address without a token leads back to login', async () => {
  await renderApp('/reset-password');
  expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return to Login' })).toHaveAttribute(
    'href',
    '/portal/auth',
  );
});
