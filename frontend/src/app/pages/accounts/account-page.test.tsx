import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { member, memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const PHONE = 'Safari on iPhone';
const DESK = 'Firefox on Linux';

function session(id: number, current: boolean, name: string): Schemas['DeviceSession'] {
  const createdAt = '2026-11-01T08:00:00Z';
  return { id, current, name, createdAt, lastSeenAt: '2026-11-20T17:05:00Z', watching: false };
}

let sessions: Schemas['DeviceSession'][];

beforeEach(() => {
  sessions = [session(1, true, DESK), session(2, false, PHONE)];
  memberSignedIn();
  server.use(http.get('/api/user/sessions', () => HttpResponse.json(sessions)));
});

const part = (name: string) => within(screen.getByRole('region', { name }));

async function open() {
  const view = await renderApp('/portal/account');
  await screen.findByRole('heading', { name: 'Account' });
  return view;
}

describe('name and e-mail', () => {
  async function save(password = 'correct horse') {
    const { user } = await open();
    const form = part('Name and e-mail');
    await user.clear(form.getByLabelText('Username'));
    await user.type(form.getByLabelText('Username'), 'writer');
    if (password !== '') await user.type(form.getByLabelText('Current Password'), password);
    await user.click(form.getByRole('button', { name: 'Save Changes' }));
    return form;
  }

  test('are saved with the current password, and the top bar shows the new name', async () => {
    let sent: unknown;
    server.use(
      http.put('/api/user/account', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ ...member, username: 'writer' });
      }),
    );
    await save();
    expect(await screen.findByText('Account updated')).toBeVisible();
    expect(sent).toEqual({
      username: 'writer',
      email: 'reader@example.com',
      currentPassword: 'correct horse',
    });
    expect(screen.getAllByText('Welcome, writer')[0]).toBeInTheDocument();
  });

  test('ask for the current password once something is changed', async () => {
    const { user } = await open();
    const form = part('Name and e-mail');
    expect(form.queryByLabelText('Current Password')).toBeNull();
    await user.type(form.getByLabelText('Username'), 's');
    expect(form.getByLabelText('Current Password')).toBeVisible();
    await user.type(form.getByLabelText('Username'), '{Backspace}');
    expect(form.queryByLabelText('Current Password')).toBeNull();
  });

  test('are not sent without the current password', async () => {
    const form = await save('');
    expect(await form.findByText('Current password is required')).toBeVisible();
  });

  test('a wrong password is shown at its field', async () => {
    server.use(
      http.put('/api/user/account', () =>
        refusal(400, 'invalid_input', 'Check the form.', {
          currentPassword: 'Current password is incorrect',
        }),
      ),
    );
    const form = await save();
    expect(await form.findByText('Current password is incorrect')).toBeVisible();
    await waitFor(() => expect(form.getByLabelText('Current Password')).toHaveFocus());
  });

  test('a taken name is shown at its field', async () => {
    server.use(
      http.put('/api/user/account', () =>
        refusal(409, 'username_taken', 'Username is already taken'),
      ),
    );
    const form = await save();
    expect(await form.findByText('Username is already taken')).toBeVisible();
    expect(form.getByLabelText('Username')).toBeInvalid();
  });

  test.each([
    ['a fault', () => refusal(503, 'database', 'Down.'), '503: Down.'],
    ['a limit', () => refusal(429, 'too_many', 'Wait a minute.'), '429: Wait a minute.'],
    [
      'no answer',
      () => HttpResponse.error(),
      'No connection to the server. Check your network and try again.',
    ],
  ])('%s is shown in a toast', async (_name, answer, message) => {
    server.use(http.put('/api/user/account', answer));
    await save();
    expect(await screen.findByText('Your changes were not saved')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });
});

describe('the password', () => {
  async function change(next: string) {
    const { user } = await open();
    const form = part('Password');
    await user.type(form.getByLabelText('Current Password'), 'correct horse');
    await user.type(form.getByLabelText('New Password'), next);
    await user.click(form.getByRole('button', { name: 'Change Password' }));
    return form;
  }

  test('is changed, the fields are emptied, the other devices are gone', async () => {
    server.use(
      http.put('/api/user/password', () => {
        sessions = sessions.filter(({ current }) => current);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const form = await change('battery staple');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(form.getByLabelText('New Password')).toHaveValue('');
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  });

  test('must be long enough', async () => {
    const form = await change('short');
    expect(await form.findByText('Password must be at least 8 characters')).toBeVisible();
  });

  test('a wrong current one is shown at its field', async () => {
    server.use(
      http.put('/api/user/password', () =>
        refusal(400, 'invalid_input', 'Check the form.', {
          currentPassword: 'Current password is incorrect',
        }),
      ),
    );
    const form = await change('battery staple');
    expect(await form.findByText('Current password is incorrect')).toBeVisible();
  });
});

describe('signed-in devices', () => {
  test('one can be signed out, this one is marked', async () => {
    server.use(
      http.delete('/api/user/sessions/2', () => {
        sessions = sessions.filter(({ id }) => id !== 2);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open();
    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
    expect(screen.getByText('This device')).toBeVisible();
    const end = screen.getByRole('button', { name: 'Sign out' });
    expect(end).toHaveAccessibleDescription('Safari on iPhone');
    await user.click(end);
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  });

  test('signing out everywhere asks for confirmation, then leads to the sign-in page', async () => {
    let ended = 0;
    server.use(
      http.delete('/api/user/sessions', () => {
        ended += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    expect(ended).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(ended).toBe(1);
  });

  test('a refusal is said where the dialog was closed before the answer', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.delete('/api/user/sessions', async () => {
        await answered;
        return refusal(503, 'database_unavailable', 'Not now');
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out everywhere?' }));
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    answer();
    expect(await screen.findByText('The device was not signed out')).toBeVisible();
  });

  test('can be retried when they did not load', async () => {
    server.use(http.get('/api/user/sessions', () => HttpResponse.error(), { once: true }));
    const { user } = await open();
    await screen.findByText('Your devices could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Firefox on Linux')).toBeVisible();
  });
});

describe('another key', () => {
  async function redeem(key: string) {
    const { user } = await open();
    const form = part('Redeem a key');
    if (key !== '') await user.type(form.getByLabelText('Purchase Key'), key);
    await user.click(form.getByRole('button', { name: 'Redeem Key' }));
    return form;
  }

  test('opens its course', async () => {
    server.use(
      http.post('/api/user/redeem', () =>
        HttpResponse.json({ id: 3, title: 'Forex Sessions', price: 0 }),
      ),
    );
    const form = await redeem('ABCDE');
    expect(await screen.findByText('Purchase key redeemed')).toBeVisible();
    expect(screen.getByText('Forex Sessions is in My Courses.')).toBeVisible();
    expect(form.getByLabelText('Purchase Key')).toHaveValue('');
  });

  test('a bad one is shown at its field', async () => {
    server.use(
      http.post('/api/user/redeem', () =>
        refusal(400, 'purchase_key_invalid', 'Invalid purchase key'),
      ),
    );
    const form = await redeem('ABCDE');
    expect(await form.findByText('Invalid purchase key')).toBeVisible();
    await waitFor(() => expect(form.getByLabelText('Purchase Key')).toHaveFocus());
  });

  test('a missing key is refused with a message', async () => {
    const form = await redeem('');
    expect(await form.findByText('Purchase key is required')).toBeVisible();
  });

  test('a fault is shown in a toast', async () => {
    server.use(http.post('/api/user/redeem', () => refusal(503, 'database', 'Down.')));
    await redeem('ABCDE');
    expect(await screen.findByText('The key could not be redeemed')).toBeVisible();
  });
});

describe('orders and receipts', () => {
  const bought: Schemas['OwnOrder'] = {
    reference: 'r-2',
    receiptNumber: '2026-000002',
    title: 'Crypto Market Structure',
    total: 24_950,
    currency: 'usd',
    status: 'paid',
    createdAt: '2026-11-20T17:05:00Z',
    paidAt: '2026-11-20T17:06:00Z',
    receiptUrl: '/api/user/orders/r-2/receipt',
    creditNotes: [],
    canWithdraw: false,
  };

  test('are listed with total, status and receipt', async () => {
    const { receiptNumber: _number, receiptUrl: _url, paidAt: _paid, ...unpaid } = bought;
    const failed = { ...unpaid, reference: 'r-1', title: '3-Month Access', status: 'failed' };
    server.use(http.get('/api/user/orders', () => HttpResponse.json([bought, failed])));
    await open();
    const [first, second] = await part('Orders and receipts').findAllByRole('listitem');
    expect(first).toHaveTextContent('Crypto Market Structure');
    expect(first).toHaveTextContent('$249.50 · Paid');
    const receipt = within(first!).getByRole('link', { name: /^Receipt 2026-000002/ });
    expect(receipt).toHaveAttribute('href', '/api/user/orders/r-2/receipt');
    expect(receipt).toHaveAttribute('download');
    expect(second).toHaveTextContent('Payment failed');
    expect(within(second!).queryByRole('link')).not.toBeInTheDocument();
  });

  test('an empty list shows a sentence', async () => {
    await open();
    expect(await part('Orders and receipts').findByText(/^No orders yet/)).toBeVisible();
  });

  test('can be retried when they did not load', async () => {
    server.use(
      http.get('/api/user/orders', () => refusal(503, 'database_unavailable', 'Not now'), {
        once: true,
      }),
    );
    const { user } = await open();
    const orders = part('Orders and receipts');
    expect(await orders.findByRole('alert')).toHaveTextContent('503: Not now');
    await user.click(orders.getByRole('button', { name: 'Try again' }));
    expect(await orders.findByText(/^No orders yet/)).toBeVisible();
  });
});

describe('the Discord account', () => {
  test('can be linked', async () => {
    await open();
    const discord = part('Discord account');
    expect(discord.getByText('No Discord account is linked.')).toBeVisible();
    expect(discord.getByRole('link', { name: 'Link Discord' })).toHaveAttribute(
      'href',
      '/portal/discord-verify',
    );
    expect(discord.queryByRole('button', { name: 'Unlink Discord' })).toBeNull();
  });

  async function unlink() {
    memberSignedIn({ ...member, discordUserId: '99' });
    const { user } = await open();
    await user.click(part('Discord account').getByRole('button', { name: 'Unlink Discord' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Unlink Discord?' })) };
  }

  test('is unlinked after a confirmation, and the page shows it', async () => {
    let ended = 0;
    server.use(
      http.delete('/api/discord/link', () => {
        ended += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user, dialog } = await unlink();
    expect(ended).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Unlink Discord' }));
    expect(await screen.findByText('Discord account unlinked')).toBeVisible();
    expect(ended).toBe(1);
    expect(part('Discord account').getByText('No Discord account is linked.')).toBeVisible();
  });

  test('stays linked when the member cancels, and when the server fails', async () => {
    server.use(http.delete('/api/discord/link', () => refusal(503, 'database', 'Down.')));
    const { user, dialog } = await unlink();
    await user.click(dialog.getByRole('button', { name: 'Unlink Discord' }));
    expect(await dialog.findByText('Your Discord account was not unlinked')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep it linked' }));
    expect(
      part('Discord account').getByRole('link', { name: 'Link another account' }),
    ).toBeVisible();
  });
});
