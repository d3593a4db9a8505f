// The call by which a member withdraws from the contract of an order.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call } from '@/lib/api-client';

/** What the order opened is closed then, so everything that is shown is asked for again. */
export function useWithdraw() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reference: string) =>
      call(api.POST('/api/user/orders/{reference}/withdraw', { params: { path: { reference } } })),
    onSuccess: () => client.invalidateQueries(),
  });
}
