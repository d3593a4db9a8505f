import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { HostedCheckoutForm } from '@/features/checkout/hosted/hosted-checkout-form';
import type { Schemas } from '@/lib/api-client';
import { externalRedirect } from '@/lib/external-redirect';
import { resetSiteModes } from '@/lib/site-modes';
import type { OwnSite } from '@/settings/own-site';
import { quote } from '@/test/fixtures';
import { refusal, server } from '@/test/server';

import { PlanCheckout } from './plan-checkout';

const asked = vi.hoisted(() => {
  const initial: { country: OwnSite['checkoutCountry'] } = { country: 'required' };
  return initial;
});

vi.mock('@/settings/own-site', async (original) => {
  const settings = await original<typeof import('@/settings/own-site')>();
  return {
    ...settings,
    site: {
      ...settings.site,
      get checkoutCountry() {
        return asked.country;
      },
    },
  };
});

type QuoteBody = Schemas['QuoteBody'];

/** The requests of quotes and of orders, and a quote for each country. */
function serve(prices: Record<string, Partial<Schemas['Quote']> | Response> = {}) {
  const quotes: QuoteBody[] = [];
  const orders: unknown[] = [];
  server.use(
    http.get('/api/site', () => HttpResponse.json({ payments: 'stripe', contact: 'console' })),
    http.post<never, QuoteBody>('/api/checkout/quote', async ({ request }) => {
      const body = await request.json();
      quotes.push(body);
      const answer = prices[body.country ?? ''] ?? {};
      if (answer instanceof Response) return answer.clone();
      return HttpResponse.json(quote({ ...answer, country: body.country ?? null }));
    }),
    http.post('/api/checkout', async ({ request }) => {
      orders.push(await request.json());
      return HttpResponse.json({ url: 'https://pay.example/session' });
    }),
  );
  return { quotes, orders };
}

async function open() {
  render(
    <MemoryRouter initialEntries={['/checkout?plan=premium']}>
      <PlanCheckout simulatedForm={null} HostedForm={HostedCheckoutForm} />
    </MemoryRouter>,
  );
  const submit = await screen.findByRole('button', { name: 'Continue to payment' });
  return { user: userEvent.setup(), submit };
}

const field = (label: string) => screen.getByRole('textbox', { name: label });
const country = () => screen.getByRole('combobox', { name: 'Country' });
const summary = () => within(screen.getByRole('region', { name: 'Order Summary' }));

async function fill(user: ReturnType<typeof userEvent.setup>, texts: Record<string, string>) {
  for (const [label, value] of Object.entries(texts)) await user.type(field(label), value);
}

const BUYER = { 'First Name': 'Ada', 'Last Name': 'Example', Email: 'ada@example.com' };
const DUTCH = { tax: 7_289, taxPercent: 21 };
const FRENCH = { tax: 7_000, taxPercent: 20 };

beforeEach(() => {
  resetSiteModes();
  asked.country = 'required';
  vi.spyOn(externalRedirect, 'to').mockImplementation(() => {});
});

describe('the checkout of a site that needs the country', () => {
  it('asks for no price before the country is chosen, and says so', async () => {
    const { quotes } = serve({ FR: FRENCH });
    const { user, submit } = await open();
    expect(
      await summary().findByText('Choose your country: its VAT is worked out then.'),
    ).toBeVisible();
    expect(country()).toHaveAttribute('autocomplete', 'country');
    expect(quotes).toEqual([]);
    await user.selectOptions(country(), 'France');
    expect(await screen.findByText('Includes $70 VAT (20%).')).toBeVisible();
    expect(screen.getByText('The total is $420.')).toBeVisible();
    expect(quotes).toEqual([{ plan: 'premium', quantity: 1, country: 'FR' }]);
    await user.selectOptions(country(), 'Choose a country');
    await user.click(submit);
    expect(await screen.findByText('Please enter your country.')).toBeVisible();
  });

  it('says a change of the price', async () => {
    serve({ NL: DUTCH, CH: { price: 34_711, tax: 0, taxPercent: 0, total: 34_711 } });
    const { user } = await open();
    await user.selectOptions(country(), 'Netherlands');
    await screen.findByText('Includes $72.89 VAT (21%).');
    await user.selectOptions(country(), 'Switzerland');
    const said = await screen.findByText('The total is now $347.11. It was $420.');
    expect(said).toHaveAttribute('role', 'status');
    expect(summary().getByText('Without VAT.')).toBeVisible();
  });

  it('asks for one price while letters find the country in the list', async () => {
    const { quotes } = serve({ NP: { total: 34_711 }, NL: DUTCH });
    const { user } = await open();
    await user.selectOptions(country(), 'Nepal');
    await user.selectOptions(country(), 'Netherlands');
    expect(await screen.findByText('The total is $420.')).toBeVisible();
    expect(quotes).toEqual([{ plan: 'premium', quantity: 1, country: 'NL' }]);
  });

  it('says nothing of a price that arrives after the one of a newer country', async () => {
    serve({ NL: DUTCH });
    let arrives: (answer: Response) => void = () => {};
    const late = new Promise<Response>((resolve) => {
      arrives = resolve;
    });
    const asks = vi.fn(() => late);
    server.use(http.post('/api/checkout/quote', asks, { once: true }));
    const { user } = await open();
    await user.selectOptions(country(), 'Nepal');
    await waitFor(() => expect(asks).toHaveBeenCalled());
    await user.selectOptions(country(), 'Netherlands');
    expect(await screen.findByText('The total is $420.')).toBeVisible();
    arrives(HttpResponse.json(quote({ total: 34_711, country: 'NP' })));
    await fill(user, BUYER);
    expect(screen.queryByText(/347/)).not.toBeInTheDocument();
    expect(screen.getByText('The total is $420.')).toBeVisible();
  });

  it('sends the country, and nothing of a company without a VAT number', async () => {
    const { orders } = serve({ NL: DUTCH });
    const { user, submit } = await open();
    await fill(user, BUYER);
    await user.selectOptions(country(), 'Netherlands');
    expect(screen.queryByRole('textbox', { name: 'Company' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox'));
    await user.click(submit);
    await waitFor(() => expect(externalRedirect.to).toHaveBeenCalled());
    expect(orders).toEqual([
      {
        plan: 'premium',
        quantity: 1,
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@example.com',
        country: 'NL',
      },
    ]);
  });

  it('asks a business for company and address, by the names that browsers fill in', async () => {
    const { orders } = serve({ BE: DUTCH });
    const { user, submit } = await open();
    await fill(user, BUYER);
    await user.selectOptions(country(), 'Belgium');
    await fill(user, { 'VAT Number': 'BE0123456749' });
    expect(
      ['Company', 'Billing Address', 'City', 'Zip Code'].map((label) =>
        field(label).getAttribute('autocomplete'),
      ),
    ).toEqual(['organization', 'street-address', 'address-level2', 'postal-code']);
    await user.click(submit);
    expect(await screen.findByText('Please enter the name of your company.')).toBeVisible();
    expect(field('Billing Address')).toHaveAccessibleDescription(
      'Please enter your billing address.',
    );
    expect(screen.getByText('Please enter your city.')).toBeVisible();
    expect(screen.getByText('Please enter a valid zip code.')).toBeVisible();
    expect(screen.getByText('You must agree to the terms and conditions.')).toBeVisible();
    expect(field('Company')).toHaveFocus();
    await fill(user, {
      Company: 'Example BV',
      'Billing Address': 'Rue Haute 1',
      City: 'Brussels',
      'Zip Code': '1000',
    });
    await user.click(screen.getByRole('checkbox'));
    await user.click(submit);
    await waitFor(() => expect(externalRedirect.to).toHaveBeenCalled());
    expect(orders).toEqual([
      {
        plan: 'premium',
        quantity: 1,
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@example.com',
        country: 'BE',
        vatNumber: 'BE0123456749',
        company: 'Example BV',
        billingAddress: 'Rue Haute 1',
        city: 'Brussels',
        zipCode: '1000',
      },
    ]);
  });

  it('sends no order at a price above the one that was shown', async () => {
    const { orders } = serve({ NL: DUTCH, FR: { ...FRENCH, total: 43_000 } });
    const { user, submit } = await open();
    await fill(user, BUYER);
    await user.selectOptions(country(), 'Netherlands');
    await screen.findByText('Includes $72.89 VAT (21%).');
    await user.click(screen.getByRole('checkbox'));
    // As a password manager fills it in, without an event.
    const list = country();
    if (list instanceof HTMLSelectElement) list.value = 'FR';
    await user.click(submit);
    expect(await screen.findByText('The total is now $430. It was $420.')).toBeVisible();
    expect(orders).toEqual([]);
    await user.click(submit);
    await waitFor(() => expect(externalRedirect.to).toHaveBeenCalled());
    expect(orders).toMatchObject([{ country: 'FR' }]);
  });

  it('says at the country that nothing is sold there, and shows no other country’s price', async () => {
    const { orders } = serve({ NL: DUTCH, HU: refusal(503, 'payments_unavailable', 'Not now') });
    const { user, submit } = await open();
    await fill(user, BUYER);
    await user.click(screen.getByRole('checkbox'));
    await user.selectOptions(country(), 'Netherlands');
    await screen.findByText('Includes $72.89 VAT (21%).');
    await user.selectOptions(country(), 'Hungary');
    await waitFor(() =>
      expect(country()).toHaveAccessibleDescription(/Nothing can be sold to this country/),
    );
    expect(screen.queryByText('Includes $72.89 VAT (21%).')).not.toBeInTheDocument();
    await user.click(submit);
    await waitFor(() => expect(country()).toHaveFocus());
    expect(orders).toEqual([]);
  });

  it('shows at the VAT number that it is of another country', async () => {
    const message = 'This VAT number is of another country than the one that you chose.';
    serve({ NL: refusal(400, 'invalid', 'No', { vatNumber: message }) });
    const { user } = await open();
    await user.selectOptions(country(), 'Netherlands');
    expect(await screen.findByText(message)).toBeVisible();
    expect(field('VAT Number')).toHaveAccessibleDescription(message);
  });

  it('asks for the country before a coupon', async () => {
    const { quotes } = serve();
    const { user } = await open();
    await user.type(field('Coupon'), 'EARLY{Enter}');
    expect(
      await screen.findByText('Choose your country first: the price follows it.'),
    ).toBeVisible();
    expect(country()).toHaveFocus();
    expect(quotes).toEqual([]);
  });
});

describe('the checkout of a site that only knows the rates', () => {
  it('takes an order without a country', async () => {
    asked.country = 'optional';
    const { quotes, orders } = serve();
    const { user, submit } = await open();
    await screen.findByText('Includes $72.89 VAT (21%).');
    await fill(user, BUYER);
    await user.click(screen.getByRole('checkbox'));
    await user.click(submit);
    await waitFor(() => expect(orders).toHaveLength(1));
    expect(orders[0]).not.toHaveProperty('country');
    expect(quotes).toEqual([{ plan: 'premium', quantity: 1 }]);
  });
});

describe('the checkout of a site without a rate of another country', () => {
  it('asks for no country, and a business for no address', async () => {
    asked.country = undefined;
    serve();
    const { user } = await open();
    await fill(user, { 'VAT Number': 'BE0123456749' });
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Company' })).not.toBeInTheDocument();
  });
});
