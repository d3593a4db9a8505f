import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import { signedOut } from '@/test/fixtures';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

beforeEach(signedOut);

const action = () => screen.findByRole('button', { name: 'Turn these mails off' });

test('the link changes nothing until the button is pressed, and its token leaves the address', async () => {
  const sent: { token: string | null; type: string | null; body: string }[] = [];
  server.use(
    http.post('/reminders', async ({ request }) => {
      sent.push({
        token: new URL(request.url).searchParams.get('token'),
        type: request.headers.get('Content-Type'),
        body: await request.text(),
      });
      return HttpResponse.json({ reminders: false });
    }),
  );
  const { user } = await renderApp('/reminders?token=a%2Fb');
  const button = await action();
  await waitFor(() => expect(address()).toBe('/reminders'));
  expect(sent).toEqual([]);
  expect(screen.getByText(/^You get one a day before a live session/)).toBeVisible();
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'These mails are off' })).toBeVisible();
  expect(sent).toEqual([
    {
      token: 'a/b',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: 'List-Unsubscribe=One-Click',
    },
  ]);
  expect(screen.queryByRole('button', { name: 'Turn these mails off' })).toBeNull();
});

test('a wrong or used link says so', async () => {
  server.use(http.post('/reminders', () => refusal(400, 'reminder_token_invalid', 'No.')));
  const { user } = await renderApp('/reminders?token=used');
  await user.click(await action());
  expect(await screen.findByRole('heading', { name: 'Invalid link' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute(
    'href',
    '/portal/account',
  );
});

test('an address without a token asks nothing of the server', async () => {
  await renderApp('/reminders');
  expect(await screen.findByRole('heading', { name: 'Invalid link' })).toBeVisible();
});

test('a failing server is asked again with the same button', async () => {
  server.use(http.post('/reminders', () => refusal(503, 'database', 'Down.')));
  const { user } = await renderApp('/reminders?token=secret');
  await user.click(await action());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The mails were not turned off. 503: Down.',
  );
  server.use(http.post('/reminders', () => HttpResponse.json({ reminders: false })));
  await user.click(await action());
  expect(await screen.findByRole('heading', { name: 'These mails are off' })).toBeVisible();
});
