import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { SimulatedCheckoutForm } from '@/features/checkout/simulated/simulated-checkout-form';
import { simulatePayment } from '@/features/checkout/simulated/simulated-payment';
import { resetSiteModes } from '@/lib/site-modes';
import { server } from '@/test/server';
import { useToast } from '@/ui/toast/toast';

import { PlanCheckout } from './plan-checkout';

vi.mock('@/features/checkout/simulated/simulated-payment', () => ({ simulatePayment: vi.fn() }));

const form = <SimulatedCheckoutForm />;
const NoForm = () => null;

function Toasts() {
  return useToast().toasts.map(({ id, title, description, destructive }) => (
    <p key={id} role="status">
      {[title, description, destructive === true ? 'destructive' : ''].join(' | ')}
    </p>
  ));
}

function open(address = '/checkout?plan=premium') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route
          path="/checkout"
          element={<PlanCheckout simulatedForm={form} HostedForm={NoForm} />}
        />
        <Route path="/" element={<p>Home</p>} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
  return userEvent.setup();
}

function answerSite() {
  server.use(
    http.get('/api/site', () => HttpResponse.json({ payments: 'simulated', contact: 'console' })),
  );
}

const field = (label: string) => screen.getByRole('textbox', { name: label });
async function ready() {
  const button = await screen.findByRole('button', { name: 'Complete Purchase' });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
}

async function fill(user: ReturnType<typeof userEvent.setup>, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await user.type(field(label), value);
}

const BUYER = { 'First Name': 'Ada', 'Last Name': 'Example', Email: 'ada@example.com' };
const CARD = { 'Card Number': '4242424242424242', 'Expiry Date': '1228', CVV: '123' };
const ADDRESS = {
  'Billing Address': 'Street 1',
  City: 'Ghent',
  'Zip Code': '9000',
  Country: 'Belgium',
};

beforeEach(() => {
  vi.mocked(simulatePayment).mockResolvedValue();
  resetSiteModes();
});

describe('the simulated checkout', () => {
  beforeEach(() => answerSite());

  it('says above the form that no money moves, and below it what is bought', async () => {
    open();
    await ready();
    const note = screen.getByText('This is a demonstration: no money moves and no order is made.');
    expect(note).toBeVisible();
    expect(note.compareDocumentPosition(field('First Name'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(await screen.findByText('6-Month Access, $420 in total')).toBeVisible();
  });

  it('shows every message of the specification for an empty form', async () => {
    const user = open();
    await user.click(await ready());
    for (const message of [
      'First name must be at least 2 characters.',
      'Last name must be at least 2 characters.',
      'Please enter a valid email address.',
      'Please enter a valid card number.',
      'Please enter a valid expiry date (MM/YY).',
      'Please enter a valid CVV code.',
      'Please enter your billing address.',
      'Please enter your city.',
      'Please enter a valid zip code.',
      'Please enter your country.',
      'You must agree to the terms and conditions.',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(field('First Name')).toHaveAccessibleDescription(
      'First name must be at least 2 characters.',
    );
    expect(simulatePayment).not.toHaveBeenCalled();
  });

  it('validates the card when another method is chosen, and says where its fields are', async () => {
    const user = open();
    await ready();
    await fill(user, { ...BUYER, ...ADDRESS });
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('radio', { name: 'PayPal' }));
    expect(screen.queryByRole('textbox', { name: 'Card Number' })).not.toBeInTheDocument();
    await user.click(await ready());
    expect(await screen.findByText('Please enter a valid card number.')).toBeVisible();
    expect(simulatePayment).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Show the card fields' }));
    expect(screen.getByRole('radio', { name: 'Card' })).toBeChecked();
    expect(field('Card Number')).toBeVisible();
  });

  it('keeps a card that was typed before another method was chosen', async () => {
    const user = open();
    await ready();
    await fill(user, { ...BUYER, ...CARD, ...ADDRESS });
    await user.click(screen.getByRole('radio', { name: 'Bank transfer' }));
    await user.click(screen.getByRole('checkbox'));
    await user.click(await ready());
    expect(await screen.findByText('Home')).toBeVisible();
  });

  it('confirms, clears the card and goes home, without a request', async () => {
    const user = open();
    await ready();
    await fill(user, { ...BUYER, ...CARD, ...ADDRESS });
    expect(field('Card Number')).toHaveValue('4242 4242 4242 4242');
    expect(field('Expiry Date')).toHaveValue('12/28');
    await user.click(screen.getByRole('checkbox'));
    const paths: string[] = [];
    server.events.on('request:start', ({ request }) => paths.push(new URL(request.url).pathname));
    await user.click(await ready());
    expect(await screen.findByText('Home')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(
      'Payment Successful! | Your order has been processed. Check your email for details.',
    );
    expect(document.body.textContent).not.toContain('4242');
    expect(paths).toEqual([]);
  });

  it('is busy while it waits', async () => {
    let finish = () => {};
    vi.mocked(simulatePayment).mockReturnValue(
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    const user = open();
    await ready();
    await fill(user, { ...BUYER, ...CARD, ...ADDRESS });
    await user.click(screen.getByRole('checkbox'));
    await user.click(await ready());
    const busy = await screen.findByRole('button', { name: 'Processing...' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    finish();
    expect(await screen.findByText('Home')).toBeVisible();
  });

  it('says that a payment failed, clears the card and can be retried', async () => {
    vi.mocked(simulatePayment).mockRejectedValueOnce(new Error('declined'));
    const user = open();
    await ready();
    await fill(user, { ...BUYER, ...CARD, ...ADDRESS });
    await user.click(screen.getByRole('checkbox'));
    await user.click(await ready());
    expect(await screen.findByText(/Payment Failed/)).toHaveTextContent(
      'Payment Failed | There was an error processing your payment. Please try again. | destructive',
    );
    expect(await ready()).not.toHaveAttribute('aria-disabled');
    expect(field('Card Number')).toHaveValue('');
    expect(field('First Name')).toHaveValue('Ada');
    expect(screen.queryByText('Home')).not.toBeInTheDocument();
  });
});

describe('the order summary', () => {
  it.each([
    ['premium', '6-Month Access', '$420', 'Premium trading experience'],
    ['nonsense', 'Trading Course', '$300', 'Futures trading course'],
  ])('of %s names what is bought', async (plan, name, price, description) => {
    answerSite();
    open(`/checkout?plan=${plan}`);
    await ready();
    const summary = within(screen.getByRole('region', { name: 'Order Summary' }));
    expect(summary.getByText(name)).toBeVisible();
    expect(summary.getAllByText(price)).toHaveLength(2);
    expect(summary.getByText(description)).toBeVisible();
  });
});
