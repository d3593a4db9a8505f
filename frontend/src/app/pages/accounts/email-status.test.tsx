import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { member, memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

beforeEach(() => {
  server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
});

async function open() {
  const view = await renderApp('/portal/account');
  await screen.findByRole('heading', { name: 'Account' });
  return { ...view, form: within(screen.getByRole('region', { name: 'Name and e-mail' })) };
}

const again = () => screen.getByRole('button', { name: 'Mail the link again' });

test('a confirmed address has no button', async () => {
  memberSignedIn();
  const { form } = await open();
  expect(form.getByText('Your email address is confirmed.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Mail the link again' })).toBeNull();
});

test('an unconfirmed address is mailed the link again', async () => {
  memberSignedIn({ ...member, emailVerified: false });
  let mailed = 0;
  server.use(
    http.post('/api/user/verify-email', () => {
      mailed += 1;
      return new HttpResponse(null, { status: 202 });
    }),
  );
  const { user, form } = await open();
  expect(form.getByText(/reader@example\.com is not confirmed yet/)).toBeVisible();
  await user.click(again());
  expect(await screen.findByText('Check your email')).toBeVisible();
  expect(mailed).toBe(1);
});

test('an address that was confirmed meanwhile is shown so', async () => {
  memberSignedIn({ ...member, emailVerified: false });
  server.use(
    http.post('/api/user/verify-email', () => {
      memberSignedIn();
      return refusal(409, 'already_verified', 'Your email address is already confirmed');
    }),
  );
  const { user } = await open();
  await user.click(again());
  expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
});

test('a limit is shown in a toast', async () => {
  memberSignedIn({ ...member, emailVerified: false });
  server.use(http.post('/api/user/verify-email', () => refusal(429, 'too_many', 'Wait.')));
  const { user } = await open();
  await user.click(again());
  expect(await screen.findByText('The link was not mailed')).toBeVisible();
  expect(screen.getByText('429: Wait.')).toBeVisible();
});

test('a new address waits for its link, and the field keeps it', async () => {
  memberSignedIn();
  const pending = { ...member, pendingEmail: 'new@example.com' };
  server.use(
    http.put('/api/user/account', () => {
      memberSignedIn(pending);
      return HttpResponse.json(pending);
    }),
  );
  const { user, form } = await open();
  await user.clear(form.getByLabelText('Email'));
  await user.type(form.getByLabelText('Email'), 'new@example.com');
  await user.type(form.getByLabelText('Current Password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(
    await screen.findByText(
      'Open the link that we mailed to new@example.com: then it is your address.',
    ),
  ).toBeVisible();
  expect(form.getByText(/Until then it stays reader@example\.com/)).toBeVisible();
  await waitFor(() => expect(form.getByLabelText('Email')).toHaveValue('new@example.com'));
  expect(again()).toBeVisible();
});

test('a common password is named when its field is left', async () => {
  memberSignedIn();
  const { user } = await open();
  const form = within(screen.getByRole('region', { name: 'Password' }));
  await user.type(form.getByLabelText('New Password'), 'Password1');
  expect(form.queryByText(/too common/)).toBeNull();
  await user.tab();
  expect(await form.findByText('Password is too common. Please choose another one')).toBeVisible();
});
