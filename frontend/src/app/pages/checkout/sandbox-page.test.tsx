import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { externalRedirect } from '@/lib/external-redirect';
import { signedOut } from '@/test/fixtures';
import { renderApp } from '@/test/render-app';
import { refusal, server } from '@/test/server';

const ADDRESS = '/checkout/sandbox?order=r-1';
const PAYMENT = {
  title: '3-Month Access',
  total: 30_000,
  currency: 'usd',
  email: 'ada@example.com',
};

beforeEach(() => {
  signedOut();
  vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
  server.use(http.get('/api/sandbox/r-1', () => HttpResponse.json(PAYMENT)));
});

describe('the sandbox’s payment page', () => {
  it('says in its heading that no money moves', async () => {
    await renderApp(ADDRESS);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('No money moves here');
    expect(await screen.findByText('$300')).toBeVisible();
    expect(screen.getByText('ada@example.com')).toBeVisible();
  });

  it.each([
    ['Pay', 'pay'],
    ['Decline', 'decline'],
    ['Abandon', 'abandon'],
  ])('%s ends the payment and goes on', async (name, outcome) => {
    let pressed: unknown = null;
    server.use(
      http.post('/api/sandbox/r-1', async ({ request }) => {
        pressed = await request.json();
        return HttpResponse.json({ url: 'http://localhost:3000/next' });
      }),
    );
    const { user } = await renderApp(ADDRESS);
    const button = await screen.findByRole('button', { name });
    button.focus();
    await user.keyboard('{Enter}');
    await vi.waitFor(() =>
      expect(externalRedirect.to).toHaveBeenCalledWith('http://localhost:3000/next'),
    );
    expect(pressed).toEqual({ outcome });
  });

  it('plays a billing address in another country than the order’s', async () => {
    let pressed: unknown = null;
    server.use(
      http.get('/api/sandbox/r-1', () => HttpResponse.json({ ...PAYMENT, country: 'NL' })),
      http.post('/api/sandbox/r-1', async ({ request }) => {
        pressed = await request.json();
        return HttpResponse.json({ url: 'http://localhost:3000/next' });
      }),
    );
    const { user } = await renderApp(ADDRESS);
    const country = await screen.findByLabelText('Country of the billing address');
    expect(country).toHaveDisplayValue('The country of the order');
    await user.selectOptions(country, 'France');
    await user.click(screen.getByRole('button', { name: 'Pay' }));
    await vi.waitFor(() => expect(pressed).toEqual({ outcome: 'pay', country: 'FR' }));
  });

  it('can be pressed again after a failure', async () => {
    server.use(
      http.post('/api/sandbox/r-1', () => refusal(503, 'database_unavailable', 'Not now')),
    );
    const { user } = await renderApp(ADDRESS);
    await user.click(await screen.findByRole('button', { name: 'Pay' }));
    expect(await screen.findByText('503: Not now')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Pay' })).not.toHaveAttribute('aria-disabled');
    expect(externalRedirect.to).not.toHaveBeenCalled();
  });

  it('knows no payment without a demo', async () => {
    server.use(http.get('/api/sandbox/r-1', () => refusal(404, 'not_found', 'No')));
    await renderApp(ADDRESS);
    expect(await screen.findByText(/no such payment here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay' })).not.toBeInTheDocument();
  });
});
