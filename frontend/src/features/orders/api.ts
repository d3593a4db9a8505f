// Orders: one by its reference, and the member's own.
import { queryOptions } from '@tanstack/react-query';

import { ApiError, api, call, type Schemas } from '@/lib/api-client';

import { pauseBefore } from './patience';

export type Order = Schemas['OrderView'];
export type OrderStatus = Schemas['OrderStatus'];
export type OwnOrder = Schemas['OwnOrder'];

/** The word of the payment provider is still to come. */
export function isWaiting(status: OrderStatus): boolean {
  return status === 'open' || status === 'awaiting_money';
}

/** Asks again by itself, with growing pauses, until the order is decided or patience ends. */
export function orderQuery(reference: string) {
  return queryOptions({
    queryKey: [`/api/orders/${reference}`],
    queryFn: ({ signal }) =>
      call(api.GET('/api/orders/{reference}', { params: { path: { reference } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const refused = state.error instanceof ApiError && state.error.status < 500;
      const decided = state.data !== undefined && !isWaiting(state.data.status);
      if (refused || decided) return false;
      return pauseBefore(state.dataUpdateCount + state.errorUpdateCount) ?? false;
    },
  });
}

export const ownOrdersQuery = queryOptions({
  queryKey: ['/api/user/orders'],
  queryFn: ({ signal }) => call(api.GET('/api/user/orders', { signal })),
  staleTime: 0, // paid for, refunded and redeemed elsewhere
});
