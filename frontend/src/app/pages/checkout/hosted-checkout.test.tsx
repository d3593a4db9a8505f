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
import { useToast } from '@/ui/toast/toast';

import { PlanCheckout } from './plan-checkout';

function Toasts() {
  return useToast().toasts.map(({ id, title, description }) => (
    <p key={id}>{`${title} | ${description}`}</p>
  ));
}

function open(address = '/checkout?plan=premium') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <PlanCheckout simulatedForm={null} HostedForm={HostedCheckoutForm} />
      <Toasts />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

function answerSite(payments: 'sandbox' | 'stripe') {
  server.use(http.get('/api/site', () => HttpResponse.json({ payments, contact: 'console' })));
}

type QuoteBody = Schemas['QuoteBody'];

/** Answers each quote request with the result of `change`. The returned list records the requests. */
function answerQuotes(change: (body: QuoteBody) => Partial<Schemas['Quote']> | Response) {
  const requests: QuoteBody[] = [];
  server.use(
    http.post<never, QuoteBody>('/api/checkout/quote', async ({ request }) => {
      const body = await request.json();
      requests.push(body);
      const answer = change(body);
      return answer instanceof Response ? answer : HttpResponse.json(quote(answer));
    }),
  );
  return requests;
}

const field = (label: string) => screen.getByRole('textbox', { name: label });
const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }));
const submitButton = () => screen.findByRole('button', { name: 'Continue to payment' });

async function fillBuyer(user: ReturnType<typeof userEvent.setup>) {
  const buyer = { 'First Name': 'Ada', 'Last Name': 'Example', Email: 'ada@example.com' };
  for (const [label, value] of Object.entries(buyer)) await user.type(field(label), value);
  await user.click(screen.getByRole('checkbox'));
}

beforeEach(() => {
  resetSiteModes();
  vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
});

describe('the checkout of a server that takes payments', () => {
  it.each(['stripe', 'sandbox'] as const)(
    'shows no card field and goes to %s',
    async (payments) => {
      answerSite(payments);
      answerQuotes(() => ({}));
      let order: unknown = null;
      server.use(
        http.post('/api/checkout', async ({ request }) => {
          order = await request.json();
          return HttpResponse.json({ url: 'https://pay.example/session' });
        }),
      );
      const user = open();
      const submit = await submitButton();
      expect(screen.queryByRole('textbox', { name: 'Card Number' })).not.toBeInTheDocument();
      await fillBuyer(user);
      await user.click(submit);
      await waitFor(() =>
        expect(externalRedirect.to).toHaveBeenCalledWith('https://pay.example/session'),
      );
      expect(order).toEqual({
        plan: 'premium',
        quantity: 1,
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@example.com',
      });
      const busy = screen.getByRole('button', { name: 'Processing...' });
      expect(busy).toHaveAttribute('aria-disabled', 'true');
    },
  );

  it('can be used again when the back button restores it', async () => {
    answerSite('stripe');
    answerQuotes(() => ({}));
    server.use(http.post('/api/checkout', () => HttpResponse.json({ url: 'https://pay.example' })));
    const user = open();
    const submit = await submitButton();
    await fillBuyer(user);
    await user.click(submit);
    await waitFor(() => expect(externalRedirect.to).toHaveBeenCalled());
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await submitButton()).not.toHaveAttribute('aria-disabled');
  });

  it('shows the server’s quote, and the settings’ price without one', async () => {
    answerSite('stripe');
    answerQuotes(() => ({}));
    open();
    expect(await screen.findByText('Includes $72.89 VAT (21%).')).toBeVisible();
    expect(summary().getAllByText('$420')).toHaveLength(2);
    expect(screen.getByText('6-Month Access, $420 in total')).toBeVisible();
    expect(screen.queryByText(/This is a demonstration/)).not.toBeInTheDocument();
  });

  it('keeps the settings’ price when the quote fails', async () => {
    answerSite('stripe');
    answerQuotes(() => refusal(503, 'payments_unavailable', 'Not now'));
    open();
    await submitButton();
    await waitFor(() => expect(summary().getAllByText('$420')[1]).not.toHaveClass('awaits-script'));
    expect(summary().queryByText(/VAT \(/)).not.toBeInTheDocument();
  });

  it('applies a coupon, subtracts it, and removes it again', async () => {
    answerSite('stripe');
    const requests = answerQuotes(({ coupon }) =>
      coupon === 'early' ? { coupon: 'EARLY', discount: 4_200, tax: 6_560, total: 37_800 } : {},
    );
    const user = open();
    await submitButton();
    await user.type(field('Coupon'), 'early{Enter}');
    expect(await screen.findByText(/takes \$42 off/)).toBeVisible();
    expect(summary().getByText('Coupon EARLY')).toBeVisible();
    expect(summary().getByText('−$42')).toBeVisible();
    expect(summary().getByText('$378')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove the coupon' }));
    await waitFor(() => expect(summary().queryByText('Coupon EARLY')).not.toBeInTheDocument());
    expect(field('Coupon')).toHaveValue('');
    expect(requests).toEqual([
      { plan: 'premium', quantity: 1 },
      { plan: 'premium', quantity: 1, coupon: 'early' },
      { plan: 'premium', quantity: 1 },
    ]);
  });

  it('shows a refused coupon at its field and keeps the price', async () => {
    answerSite('stripe');
    answerQuotes(({ coupon }) =>
      coupon === undefined ? {} : refusal(400, 'invalid', 'No', { coupon: 'No such coupon' }),
    );
    const user = open();
    await submitButton();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Type the coupon first.')).toBeVisible();
    await user.type(field('Coupon'), 'NOPE');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('No such coupon')).toBeVisible();
    expect(field('Coupon')).toHaveAccessibleDescription('No such coupon');
    expect(summary().getAllByText('$420')).toHaveLength(2);
  });

  it('requests a quote again for a business abroad, once its VAT number is typed', async () => {
    answerSite('stripe');
    const requests = answerQuotes(({ vatNumber }) =>
      vatNumber === undefined ? {} : { price: 34_711, tax: 0, total: 34_711, reverseCharge: true },
    );
    const user = open();
    await submitButton();
    await user.click(field('VAT Number'));
    await user.tab();
    await user.type(field('VAT Number'), 'DE123456789');
    await user.tab();
    expect(await screen.findByText(/reverse charge/)).toBeVisible();
    expect(summary().getAllByText('$347.11')).toHaveLength(2);
    expect(requests).toEqual([
      { plan: 'premium', quantity: 1 },
      { plan: 'premium', quantity: 1, vatNumber: 'DE123456789' },
    ]);
  });

  it('adds the VAT when prices do not include it', async () => {
    answerSite('stripe');
    answerQuotes(() => ({ taxIncluded: false, tax: 8_820, total: 50_820 }));
    open();
    expect(await screen.findByText('VAT 21%')).toBeVisible();
    expect(summary().getByText('$88.20')).toBeVisible();
    expect(summary().getByText('$508.20')).toBeVisible();
  });

  it('puts the server’s message under its field, and anything else into a toast', async () => {
    answerSite('stripe');
    answerQuotes(() => ({}));
    server.use(
      http.post(
        '/api/checkout',
        () => refusal(400, 'invalid', 'Please check the form', { coupon: 'Unknown coupon' }),
        { once: true },
      ),
      http.post('/api/checkout', () => refusal(503, 'payments_unavailable', 'Not now')),
    );
    const user = open();
    const submit = await submitButton();
    await fillBuyer(user);
    await user.type(field('Coupon'), 'NO');
    await user.click(submit);
    expect(await screen.findByText('Unknown coupon')).toBeVisible();
    await user.clear(field('Coupon'));
    await user.click(submit);
    expect(
      await screen.findByText(
        'Payment Failed | There was an error processing your payment. Please try again.',
      ),
    ).toBeVisible();
    expect(await screen.findByText(/nothing was charged/)).toBeVisible();
    expect(field('First Name')).toHaveValue('Ada');
    expect(externalRedirect.to).not.toHaveBeenCalled();
  });

  it('does not offer a plan that cannot be bought yet', async () => {
    answerSite('stripe');
    open('/checkout?plan=mentorship');
    expect(await screen.findByText(/cannot be bought yet/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('shows no card field before the payment mode is known', async () => {
    answerQuotes(() => ({}));
    server.use(
      http.get('/api/site', () => refusal(503, 'unavailable', 'Down'), { once: true }),
      http.get('/api/site', () => HttpResponse.json({ payments: 'stripe', contact: 'console' })),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await submitButton()).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Card Number' })).not.toBeInTheDocument();
  });
});
