import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { HostedCheckoutForm } from '@/features/checkout/hosted/hosted-checkout-form';
import type { Schemas } from '@/lib/api-client';
import { externalRedirect } from '@/lib/external-redirect';
import { resetSiteModes } from '@/lib/site-modes';
import { quote } from '@/test/fixtures';
import { refusal, server } from '@/test/server';

import { PlanCheckout } from './plan-checkout';

const MESSAGE = 'Please choose a whole number from 1 to 20.';

/** What was asked for and ordered. */
async function open() {
  const quantities: (number | undefined)[] = [];
  const orders: Schemas['CheckoutBody'][] = [];
  server.use(
    http.get('/api/site', () => HttpResponse.json({ payments: 'stripe', contact: 'console' })),
    http.post<never, Schemas['QuoteBody']>('/api/checkout/quote', async ({ request }) => {
      const { quantity = 1 } = await request.json();
      quantities.push(quantity);
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > 20) {
        return refusal(400, 'invalid', 'No', { quantity: MESSAGE });
      }
      return HttpResponse.json(
        quote({ quantity, price: quantity * 42_000, total: quantity * 42_000 }),
      );
    }),
    http.post<never, Schemas['CheckoutBody']>('/api/checkout', async ({ request }) => {
      orders.push(await request.json());
      return HttpResponse.json({ url: 'https://pay.example/session' });
    }),
  );
  render(
    <MemoryRouter initialEntries={['/checkout?plan=premium']}>
      <PlanCheckout simulatedForm={null} HostedForm={HostedCheckoutForm} />
    </MemoryRouter>,
  );
  const submit = await screen.findByRole('button', { name: 'Continue to payment' });
  await screen.findByText('Includes $72.89 VAT (21%).');
  return { user: userEvent.setup(), submit, quantities, orders };
}

const quantity = () => screen.getByRole('spinbutton', { name: 'Quantity' });
const press = (name: string) => screen.getByRole('button', { name });
const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }));

beforeEach(() => {
  resetSiteModes();
  vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
});

describe('the quantity of a checkout', () => {
  it('is one, and cannot be fewer', async () => {
    const { user } = await open();
    expect(quantity()).toHaveValue(1);
    expect(press('One fewer')).toHaveAttribute('aria-disabled', 'true');
    await user.click(press('One fewer'));
    expect(quantity()).toHaveValue(1);
    expect(summary().getByText('6-Month Access')).toBeVisible();
  });

  it('grows with a press, and its price follows once', async () => {
    const { user, quantities } = await open();
    await user.tripleClick(press('One more'));
    expect(quantity()).toHaveValue(4);
    expect(await screen.findByText('The total is now $1,680. It was $420.')).toBeVisible();
    expect(summary().getByText('4 × 6-Month Access')).toBeVisible();
    expect(summary().getAllByText('$1,680')).toHaveLength(2);
    expect(screen.getByText('4 × 6-Month Access, $1,680 in total')).toBeVisible();
    expect(quantities).toEqual([1, 4]);
    await user.click(press('One fewer'));
    expect(await screen.findByText('The total is now $1,260. It was $1,680.')).toBeVisible();
  });

  it('ends at twenty', async () => {
    const { user } = await open();
    await user.clear(quantity());
    await user.type(quantity(), '19');
    await user.dblClick(press('One more'));
    expect(quantity()).toHaveValue(20);
    expect(press('One more')).toHaveAttribute('aria-disabled', 'true');
  });

  it('is sent with the order', async () => {
    const { user, submit, orders } = await open();
    for (const label of ['First Name', 'Last Name'] as const) {
      await user.type(screen.getByRole('textbox', { name: label }), 'Ada');
    }
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com');
    await user.click(screen.getByRole('checkbox'));
    await user.click(press('One more'));
    await screen.findByText('The total is now $840. It was $420.');
    await user.click(submit);
    await waitFor(() => expect(externalRedirect.to).toHaveBeenCalled());
    expect(orders).toMatchObject([{ plan: 'premium', quantity: 2 }]);
  });

  it.each(['0', '21', '1.5'])(
    'of %s is refused at the field, before anything is sent',
    async (typed) => {
      const { user, submit, orders } = await open();
      await user.clear(quantity());
      await user.type(quantity(), typed);
      await user.click(submit);
      await waitFor(() => expect(quantity()).toHaveAccessibleDescription(new RegExp(MESSAGE)));
      expect(orders).toEqual([]);
      expect(summary().getAllByText('$420')).toHaveLength(2);
    },
  );
});
