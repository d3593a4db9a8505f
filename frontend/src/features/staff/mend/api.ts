// Changes that more than one page offers: keys, mails, refunds.
import { queryOptions } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

export const issueKeys = (body: Schemas['StaffKeysBody']) =>
  call(api.POST('/api/staff/keys', { body }));

export const retryMail = (id: number, reason: string) =>
  call(api.POST('/api/staff/mails/{id}/retry', { params: { path: { id } }, body: { reason } }));

export const refundOrder = (reference: string, body: Schemas['StaffRefundBody']) =>
  call(api.POST('/api/staff/orders/{reference}/refund', { params: { path: { reference } }, body }));

/** The courses that are for sale, for keys that are issued to no member in particular. */
export const coursesQuery = queryOptions({
  queryKey: ['/api/courses'],
  queryFn: ({ signal }) => call(api.GET('/api/courses', { signal })),
});
