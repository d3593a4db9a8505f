import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { member, memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

beforeEach(() => {
  server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
});

const reminded = { ...member, reminders: true };
const toggle = () =>
  screen.findByRole('checkbox', {
    name: 'Mail me before a live session, and when I have not watched for two weeks',
  });

test('the account page turns reminders off and on, without the password', async () => {
  memberSignedIn(reminded);
  const sent: unknown[] = [];
  server.use(
    http.put<never, { reminders: boolean }>('/api/user/account', async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return HttpResponse.json({ ...member, reminders: body.reminders });
    }),
  );
  const { user } = await renderApp('/portal/account');
  expect(await toggle()).toBeChecked();
  await user.click(await toggle());
  await waitFor(async () => expect(await toggle()).not.toBeChecked());
  expect(await screen.findByText('Reminders are off')).toBeVisible();
  await user.click(await toggle());
  expect(await screen.findByText('Reminders are on')).toBeVisible();
  const names = { username: member.username, email: member.email, currentPassword: '' };
  expect(sent).toEqual([
    { ...names, reminders: false },
    { ...names, reminders: true },
  ]);
});

test('what is not saved is as before, and says why', async () => {
  memberSignedIn(reminded);
  server.use(http.put('/api/user/account', () => refusal(503, 'database', 'Down.')));
  const { user } = await renderApp('/portal/account');
  await user.click(await toggle());
  expect(await screen.findByText('Your choice was not saved')).toBeVisible();
  expect(await toggle()).toBeChecked();
});
