// Every password field: it hides what is typed, takes what is pasted, and says to a password manager what it is for.
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { memberSignedIn, signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { server } from '@/test/server';

/** 128 characters with spaces at both ends: longer than what is usually typed. */
const PASTED = ` ${'a long pasted secret é🚀 '.repeat(5).slice(0, 124)}.. `;

type User = Awaited<ReturnType<typeof renderApp>>['user'];

/** What the password fields of the page are for, in their order, each after a password was pasted into it. */
async function purposes(user: User, place: HTMLElement = document.body) {
  const fields = [...place.querySelectorAll<HTMLInputElement>('input[type="password"]')];
  for (const field of fields) {
    await user.click(field);
    await user.paste(PASTED);
    expect(field).toHaveValue(PASTED);
    expect(field).toHaveAttribute('type', 'password');
  }
  return fields.map((field) => field.getAttribute('autocomplete'));
}

describe('password fields', () => {
  test('of the sign-in', async () => {
    signedOut();
    const { user } = await renderApp('/portal/auth');
    const name = await screen.findByLabelText('Username');
    expect(name).toHaveAttribute('autocomplete', 'username');
    expect(await purposes(user)).toEqual(['current-password']);
  });

  test('of the registration', async () => {
    signedOut();
    server.use(
      http.post('/api/verify-purchase-key', () =>
        HttpResponse.json({ valid: true, course: { id: 1, title: 'Futures Foundations' } }),
      ),
    );
    const { user } = await renderApp('/portal/auth');
    await user.click(await screen.findByRole('button', { name: 'Register with Purchase Key' }));
    await user.type(await screen.findByLabelText('Purchase Key'), 'ABCDE-FGHJK-MNPQR-STVWX-YZ234');
    await user.click(screen.getByRole('button', { name: 'Verify Key' }));
    await screen.findByText('Please complete your registration');
    expect(screen.getByLabelText('Username')).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email');
    expect(await purposes(user)).toEqual(['new-password']);
  });

  test('of the reset', async () => {
    signedOut();
    const { user } = await renderApp('/reset-password?token=secret');
    await screen.findByLabelText('New Password');
    expect(await purposes(user)).toEqual(['new-password', 'new-password']);
  });

  test('of the account', async () => {
    memberSignedIn();
    server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
    const { user } = await renderApp('/portal/account');
    await screen.findByRole('heading', { name: 'Account' });
    expect(await purposes(user)).toEqual(['current-password', 'new-password']);
    await user.type(screen.getByLabelText('Username'), 's');
    const profile = screen.getByRole('region', { name: 'Name and e-mail' });
    expect(await purposes(user, profile)).toEqual(['current-password']);
    const part = within(screen.getByRole('region', { name: 'Delete account' }));
    await user.click(part.getByRole('button', { name: 'Delete Account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    expect(await purposes(user, dialog)).toEqual(['current-password']);
  });
});
