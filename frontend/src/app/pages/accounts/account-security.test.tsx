import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { member, memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const CODES = Array.from({ length: 10 }, (_, n) => `ABCDEF-GHIJKL-MNOPQR-STUV2${n + 2}`);
const OFFER = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/portal:reader?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const noContent = () => new HttpResponse(null, { status: 204 });
const part = (name: string) => within(screen.getByRole('region', { name }));

async function open(change: Partial<typeof member> = {}) {
  memberSignedIn({ ...member, ...change });
  const view = await renderApp('/portal/account');
  await screen.findByRole('heading', { name: 'Account' });
  return view;
}

beforeEach(() => {
  server.use(http.get('/api/user/sessions', () => HttpResponse.json([])));
});

describe('the second factor', () => {
  async function askPassword(user: Awaited<ReturnType<typeof open>>['user']) {
    await user.click(part('Second factor').getByRole('button', { name: 'Set Up' }));
    return within(await screen.findByRole('dialog', { name: 'Set up the second factor' }));
  }

  test('stands with the passkeys under one heading', async () => {
    await open();
    const waysIn = part('Ways to sign in');
    expect(waysIn.getByRole('region', { name: 'Passkeys' })).toBeVisible();
    expect(waysIn.getByRole('region', { name: 'Second factor' })).toBeVisible();
  });

  async function setUp() {
    server.use(http.post('/api/user/second-factor', () => HttpResponse.json(OFFER)));
    const { user } = await open();
    const factor = part('Second factor');
    expect(factor.queryByLabelText('Current Password')).toBeNull();
    const dialog = await askPassword(user);
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await factor.findByRole('img', { name: /^QR code/ });
    return { user, factor };
  }

  async function turnOn() {
    const { user, factor } = await setUp();
    let sent: unknown;
    server.use(
      http.put('/api/user/second-factor', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ recoveryCodes: CODES });
      }),
    );
    await user.type(factor.getByLabelText('Code'), '123456');
    await user.click(factor.getByRole('button', { name: 'Turn On' }));
    await factor.findByRole('heading', { name: 'The second factor is on' });
    expect(sent).toEqual({ code: '123456' });
    return { user, factor };
  }

  test('is set up with a picture, a key to type, and the first code', async () => {
    const { factor } = await setUp();
    expect(factor.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
    await waitFor(() => expect(factor.getByLabelText('Code')).toHaveFocus());
    expect(factor.getByRole('img', { name: /^QR code/ })).toHaveAttribute(
      'src',
      `data:image/svg+xml,${encodeURIComponent(OFFER.qr)}`,
    );
  });

  test('a wrong password and a wrong code are shown at their fields', async () => {
    const wrong = { currentPassword: 'Current password is incorrect' };
    server.use(
      http.post('/api/user/second-factor', () => refusal(400, 'invalid_fields', 'x', wrong)),
    );
    const { user } = await open();
    const factor = part('Second factor');
    const dialog = await askPassword(user);
    await user.type(dialog.getByLabelText('Current Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('Current password is incorrect')).toBeVisible();
    server.use(
      http.post('/api/user/second-factor', () => HttpResponse.json(OFFER)),
      http.put('/api/user/second-factor', () =>
        refusal(400, 'second_factor_invalid', 'The code is wrong or was used already'),
      ),
    );
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await user.type(await factor.findByLabelText('Code'), '000000');
    await user.click(factor.getByRole('button', { name: 'Turn On' }));
    expect(await factor.findByText('The code is wrong or was used already')).toBeVisible();
  });

  test('shows its recovery codes once, to copy and to download', async () => {
    const { user, factor } = await turnOn();
    await waitFor(() =>
      expect(factor.getByRole('heading', { name: 'The second factor is on' })).toHaveFocus(),
    );
    const list = within(factor.getByRole('list', { name: 'Recovery codes' }));
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(factor.getByRole('button', { name: 'Copy' }));
    expect(await factor.findByText('Copied.')).toBeVisible();
    expect(write).toHaveBeenCalledWith(`${CODES.join('\n')}\n`);
    const file = factor.getByRole('link', { name: 'Download' });
    expect(file).toHaveAttribute('download', 'recovery-codes.txt');
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain(CODES[9]);
    await user.click(factor.getByRole('button', { name: 'I Have Kept Them' }));
    expect(factor.queryByText(CODES[0]!)).toBeNull();
    expect(factor.getByRole('button', { name: 'Turn Off' })).toBeVisible();
  });

  test('is turned off with password and code', async () => {
    let sent: unknown;
    server.use(
      http.delete('/api/user/second-factor', async ({ request }) => {
        sent = await request.json();
        return noContent();
      }),
    );
    const { user } = await open({ secondFactor: true });
    const factor = part('Second factor');
    await user.click(factor.getByRole('button', { name: 'Turn Off' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Turn the second factor off?' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Turn Off' }));
    expect(await dialog.findByText('Enter the code')).toBeVisible();
    expect(sent).toBeUndefined();
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(dialog.getByLabelText('Recovery Code'), CODES[0]!);
    await user.click(dialog.getByRole('button', { name: 'Turn Off' }));
    expect(await screen.findByText('The second factor is off')).toBeVisible();
    expect(sent).toEqual({ currentPassword: 'correct horse', code: CODES[0] });
    expect(await part('Second factor').findByRole('button', { name: 'Set Up' })).toBeVisible();
  });
});

describe('the data', () => {
  test('is one file to download', async () => {
    await open();
    const link = part('Your data').getByRole('link', { name: 'Download Your Data' });
    expect(link).toHaveAttribute('href', '/api/user/export');
    expect(link).toHaveAttribute('download');
  });
});

describe('deletion', () => {
  async function ask(change: Partial<typeof member> = {}) {
    const { user } = await open(change);
    await user.click(part('Delete account').getByRole('button', { name: 'Delete Account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    return { user, dialog };
  }

  test('takes two steps and the password, then leads to the sign-in page with a notice', async () => {
    let sent: unknown;
    server.use(
      http.delete('/api/user', async ({ request }) => {
        sent = await request.json();
        return noContent();
      }),
    );
    const { user, dialog } = await ask();
    expect(dialog.queryByLabelText('Code')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Delete For Ever' }));
    expect(await dialog.findByText('Current password is required')).toBeVisible();
    expect(sent).toBeUndefined();
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Delete For Ever' }));
    expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
    expect(await screen.findByText('Your account was deleted')).toBeVisible();
    expect(sent).toEqual({ currentPassword: 'correct horse' });
  });

  test('wants a code where the second factor is on', async () => {
    server.use(
      http.delete('/api/user', () =>
        refusal(401, 'second_factor_invalid', 'The code is wrong or was used already'),
      ),
    );
    const { user, dialog } = await ask({ secondFactor: true });
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.type(dialog.getByLabelText('Code'), '000000');
    await user.click(dialog.getByRole('button', { name: 'Delete For Ever' }));
    expect(await dialog.findByText('The code is wrong or was used already')).toBeVisible();
  });

  test('can be left', async () => {
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Keep My Account' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a device that watches', () => {
  test('is marked', async () => {
    const device = (id: number, watching: boolean) => ({
      id,
      current: id === 1,
      name: `Device ${id}`,
      createdAt: '2026-11-01T08:00:00Z',
      lastSeenAt: '2026-11-20T17:05:00Z',
      watching,
      ...(watching ? { watchingLesson: 'The opening range' } : {}),
    });
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([device(1, false), device(2, true)])),
    );
    await open();
    const rows = await part('Signed-in devices').findAllByRole('listitem');
    expect(rows[0]).not.toHaveTextContent('Watching now');
    expect(rows[1]).toHaveTextContent('Watching now: The opening range');
  });
});
