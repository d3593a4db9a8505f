// Orders: one by its reference, and the member's own.
import { queryOptions } from '@tanstack/react-query';

import { ApiError, api, call, type Schemas } from '@/lib/api-client';

import { pollingDelay } from './polling';

export type Order = Schemas['OrderView'];
export type OrderStatus = Schemas['OrderStatus'];
export type OwnOrder = Schemas['OwnOrder'];

/** The payment provider has not reported a result yet. */
export function isWaiting(status: OrderStatus): boolean {
  return status === 'open' || status === 'awaiting_money';
}

/** Polls with growing delays until the order has a result or the polling limit is reached. */
export function orderQuery(reference: string) {
  return queryOptions({
    queryKey: [`/api/orders/${reference}`],
    queryFn: ({ signal }) =>
      call(api.GET('/api/orders/{reference}', { params: { path: { reference } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const refused = state.error instanceof ApiError && state.error.status < 500;
      const finished = state.data !== undefined && !isWaiting(state.data.status);
      if (refused || finished) return false;
      return pollingDelay(state.dataUpdateCount + state.errorUpdateCount) ?? false;
    },
  });
}

export const ownOrdersQuery = queryOptions({
  queryKey: ['/api/user/orders'],
  queryFn: ({ signal }) => call(api.GET('/api/user/orders', { signal })),
  staleTime: 0, // payments, refunds and redemptions happen elsewhere
});
