// The public site's few calls. Which ones are made at all, the server says: without payment and
// mail configured, checkout and contact form make none.
import { queryOptions } from '@tanstack/react-query';

import { api, call, send } from '@/lib/api-client';

import type { ContactMessage } from './schemas';

/** How this server takes payments and messages. */
export const siteQuery = queryOptions({
  queryKey: ['/api/site'],
  queryFn: ({ signal }) => call(api.GET('/api/site', { signal })),
});

export const coursesQuery = queryOptions({
  queryKey: ['/api/courses'],
  queryFn: ({ signal }) => call(api.GET('/api/courses', { signal })),
});

interface PlanOrder {
  plan: string;
  email: string;
  firstName: string;
  lastName: string;
  coupon?: string;
}

/** Where the browser goes to pay. */
export async function openPayment(order: PlanOrder): Promise<string> {
  const { url } = await call(api.POST('/api/checkout', { body: order }));
  return url;
}

export function sendMessage(message: ContactMessage): Promise<void> {
  return send(api.POST('/api/contact', { body: message }));
}
