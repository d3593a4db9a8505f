import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { Schemas } from '@/lib/api-client';
import { memberSignedIn } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const WORDS = 'Withdraw from contract here';

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
  canWithdraw: true,
  withdrawUntil: '2026-12-04T17:06:00Z',
};

const withdrawn: Schemas['OwnOrder'] = {
  ...bought,
  status: 'refunded',
  canWithdraw: false,
  withdrawUntil: null,
  withdrawnAt: '2026-11-21T08:00:00Z',
  creditNotes: [
    { number: 'CN-2026-000001', url: '/api/user/orders/r-2/credit-notes/CN-2026-000001' },
  ],
};

let orders: Schemas['OwnOrder'][];

beforeEach(() => {
  orders = [bought, { ...bought, reference: 'r-1', title: 'Old', canWithdraw: false }];
  memberSignedIn();
  server.use(
    http.get('/api/user/sessions', () => HttpResponse.json([])),
    http.get('/api/user/orders', () => HttpResponse.json(orders)),
  );
});

async function open() {
  const { user } = await renderApp('/portal/account');
  const part = within(await screen.findByRole('region', { name: 'Orders and receipts' }));
  await part.findAllByRole('listitem');
  return { user, part };
}

test('an order is withdrawn from in two steps, and shows its credit note then', async () => {
  const asked: string[] = [];
  server.use(
    http.post('/api/user/orders/:reference/withdraw', ({ params }) => {
      asked.push(String(params['reference']));
      orders = [withdrawn];
      return HttpResponse.json({ withdrawnAt: withdrawn.withdrawnAt });
    }),
  );
  const { user, part } = await open();
  // Only the order that can still be withdrawn from has the words.
  const button = part.getByRole('button', { name: WORDS });
  expect(button).toHaveAccessibleDescription('Crypto Market Structure');
  await user.click(button);
  expect(asked).toEqual([]);
  const group = part.getByRole('group', { name: /Crypto Market Structure/ });
  expect(group).toHaveFocus();
  expect(within(group).getByText(/^You can withdraw until 4 December 2026/)).toBeVisible();
  await user.click(within(group).getByRole('button', { name: 'Confirm withdrawal' }));
  expect(await screen.findByText('You have withdrawn from the contract')).toBeVisible();
  expect(asked).toEqual(['r-2']);
  expect(await part.findByText(/Withdrawn on 21 November 2026/)).toBeVisible();
  expect(part.getByRole('link', { name: /^Credit note CN-2026-000001/ })).toHaveAttribute(
    'href',
    '/api/user/orders/r-2/credit-notes/CN-2026-000001',
  );
  expect(part.queryByRole('button', { name: WORDS })).not.toBeInTheDocument();
});

test('the first step alone changes nothing', async () => {
  const { user, part } = await open();
  await user.click(part.getByRole('button', { name: WORDS }));
  await user.click(part.getByRole('button', { name: 'Keep the order' }));
  expect(part.getByRole('button', { name: WORDS })).toBeVisible();
  expect(part.queryByRole('button', { name: 'Confirm withdrawal' })).not.toBeInTheDocument();
});

test.each([
  ['withdrawal_over', 409, /^The period for this order has ended/],
  ['database_unavailable', 503, /^503: Not now/],
])('%s is said beside the order', async (code, status, text) => {
  server.use(
    http.post('/api/user/orders/:reference/withdraw', () => refusal(status, code, 'Not now')),
  );
  const { user, part } = await open();
  await user.click(part.getByRole('button', { name: WORDS }));
  await user.click(part.getByRole('button', { name: 'Confirm withdrawal' }));
  expect(await part.findByText(text)).toBeVisible();
  expect(part.getByRole('button', { name: 'Confirm withdrawal' })).not.toHaveAttribute(
    'aria-disabled',
  );
});
