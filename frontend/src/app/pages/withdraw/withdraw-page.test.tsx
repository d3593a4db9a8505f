import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { routes } from '@/app/routes';
import { memberSignedIn, signedOut } from '@/test/fixtures';
import { address, renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const WORDS = 'Withdraw from contract here';

/** Answers the confirmation; the tokens that were sent. */
function answerConfirmation(answer: () => Response): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http.post('/api/withdrawals/confirm', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

async function fill(values: Partial<Record<'Name' | 'Email' | 'Order reference', string>>) {
  const { user } = await renderApp('/withdraw');
  for (const [label, value] of Object.entries(values)) {
    await user.type(await screen.findByRole('textbox', { name: label }), value);
  }
  await user.click(await screen.findByRole('button', { name: 'Send the confirmation link' }));
  return user;
}

const FORM = { Name: 'Anna', Email: 'anna@example.com', 'Order reference': 'ab'.repeat(16) };

describe('the first step', () => {
  test('asks for name, e-mail and order, and says to look into the mail', async () => {
    let sent: unknown;
    server.use(
      http.post('/api/withdrawals', async ({ request }) => {
        sent = await request.json();
        return new HttpResponse(null, { status: 202 });
      }),
    );
    const user = await fill(FORM);
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeVisible();
    expect(sent).toEqual({ name: 'Anna', email: 'anna@example.com', reference: 'ab'.repeat(16) });
    await user.click(screen.getByRole('button', { name: 'Enter another order' }));
    expect(screen.getByRole('textbox', { name: 'Order reference' })).toHaveValue('');
  });

  test('sends nothing that lacks a field', async () => {
    let posted = false;
    server.use(
      http.post('/api/withdrawals', () => {
        posted = true;
        return new HttpResponse(null, { status: 202 });
      }),
    );
    await fill({ Email: 'not an address' });
    for (const text of [
      'Name is required',
      'Invalid email address',
      'Order reference is required',
    ]) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    expect(posted).toBe(false);
  });

  test('shows the server’s message at its field, and a failure below the form', async () => {
    server.use(
      http.post(
        '/api/withdrawals',
        () =>
          refusal(400, 'invalid_fields', 'No', { reference: 'Please use at most 100 characters' }),
        { once: true },
      ),
      http.post('/api/withdrawals', () => refusal(429, 'too_many_attempts', 'Wait a minute.')),
    );
    const user = await fill(FORM);
    expect(await screen.findByText('Please use at most 100 characters')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send the confirmation link' }));
    expect(await screen.findByText('429: Wait a minute.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Order reference' })).toHaveValue('ab'.repeat(16));
  });
});

describe('the second step', () => {
  test.each(['/withdraw#token=secret', '/withdraw?token=secret'])(
    '%s confirms once it is pressed, and says when',
    async (link) => {
      const sent = answerConfirmation(() =>
        HttpResponse.json({ withdrawnAt: '2026-11-20T17:05:00Z' }),
      );
      const { user } = await renderApp(link);
      const button = await screen.findByRole('button', { name: 'Confirm withdrawal' });
      await waitFor(() => expect(address()).toBe('/withdraw'));
      expect(sent).toEqual([]);
      await user.click(button);
      const done = await screen.findByRole('heading', {
        name: 'You have withdrawn from the contract',
      });
      await waitFor(() => expect(done).toHaveFocus());
      expect(screen.getByText(/20 November 2026 at \d\d:05/)).toBeVisible();
      expect(sent).toEqual([{ token: 'secret' }]);
      expect(screen.queryByRole('button', { name: 'Confirm withdrawal' })).not.toBeInTheDocument();
    },
  );

  test.each([
    [400, 'withdrawal_token_invalid', 'This link does not work', true],
    [409, 'withdrawal_over', 'The time to withdraw is over', false],
    [409, 'already_refunded', 'This order was refunded already', false],
  ])('%i %s is said, with the form where it helps', async (status, code, heading, form) => {
    answerConfirmation(() => refusal(status, code, 'No'));
    const { user } = await renderApp('/withdraw#token=secret');
    await user.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
    const found = await screen.findByRole('heading', { name: heading });
    await waitFor(() => expect(found).toHaveFocus());
    if (form) expect(await screen.findByRole('textbox', { name: 'Order reference' })).toBeVisible();
    else expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('can be tried again after a fault', async () => {
    let down = true;
    answerConfirmation(() =>
      down
        ? refusal(503, 'database', 'Down.')
        : HttpResponse.json({ withdrawnAt: '2026-11-20T17:05:00Z' }),
    );
    const { user } = await renderApp('/withdraw#token=secret');
    await user.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }));
    expect(await screen.findByText('503: Down.')).toBeVisible();
    down = false;
    await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
    expect(
      await screen.findByRole('heading', { name: 'You have withdrawn from the contract' }),
    ).toBeVisible();
  });
});

test.each(routes.filter(({ kind }) => kind === 'public').map(({ path }) => path))(
  'the footer of %s leads there',
  async (path) => {
    await renderApp(path);
    const footer = within(await screen.findByRole('contentinfo'));
    expect(footer.getByRole('link', { name: WORDS })).toHaveAttribute('href', '/withdraw');
  },
);

test('the portal and the sign-in page lead there too', async () => {
  memberSignedIn();
  const { unmount } = await renderApp('/portal/courses');
  expect(await screen.findByRole('link', { name: WORDS })).toHaveAttribute('href', '/withdraw');
  unmount();
  signedOut();
  await renderApp('/portal/auth');
  expect(await screen.findByRole('link', { name: WORDS })).toHaveAttribute('href', '/withdraw');
});
