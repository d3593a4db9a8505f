// The calls of a plan's checkout. Loaded when a form needs it, after the page.
import { api, call, type Schemas } from '@/lib/api-client';

export { ApiError } from '@/lib/api-client';

type Quote = Schemas['Quote'];

/** What a plan costs now, with the buyer's coupon and VAT number. */
export function fetchQuote(body: Schemas['QuoteBody']): Promise<Quote> {
  return call(api.POST('/api/checkout/quote', { body }));
}

/** The address of the page where the buyer pays. */
export async function openPaymentPage(order: Schemas['CheckoutBody']): Promise<string> {
  const { url } = await call(api.POST('/api/checkout', { body: order }));
  return url;
}
