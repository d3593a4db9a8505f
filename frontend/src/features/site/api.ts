// The public site's few calls. Which ones a form makes, the server says: without payment and mail
// configured, checkout and contact form make none. Loaded when a page needs it, after the page.
import { api, call, send, type Schemas } from '@/lib/api-client';

import type { ContactMessage } from './schemas';

export { ApiError } from '@/lib/api-client';

/** How this server takes payments and messages. */
export function fetchSiteModes(): Promise<Schemas['SiteInfo']> {
  return call(api.GET('/api/site'));
}

export function fetchCatalogue(): Promise<readonly Schemas['Course'][]> {
  return call(api.GET('/api/courses'));
}

export type Quote = Schemas['Quote'];
export type PlanOrder = Schemas['CheckoutBody'];

/** What a plan costs now, with what the buyer brings. */
export function fetchQuote(body: Schemas['QuoteBody']): Promise<Quote> {
  return call(api.POST('/api/checkout/quote', { body }));
}

/** Where the browser goes to pay. */
export async function openPayment(order: PlanOrder): Promise<string> {
  const { url } = await call(api.POST('/api/checkout', { body: order }));
  return url;
}

export function sendMessage(message: ContactMessage): Promise<void> {
  return send(api.POST('/api/contact', { body: message }));
}
