// Purchase keys: checked before registering, redeemed by members.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call } from '@/lib/api-client';

export function useVerifyKey() {
  return useMutation({
    mutationFn: (purchaseKey: string) =>
      call(api.POST('/api/verify-purchase-key', { body: { purchaseKey } })),
  });
}

export function useRedeemKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (purchaseKey: string) =>
      call(api.POST('/api/user/redeem', { body: { purchaseKey } })),
    onSuccess: async (course) => {
      const changed = ['/api/user/courses', `/api/courses/${course.id}/access`];
      const closed = [`/api/courses/${course.id}/models`];
      await Promise.all(
        [...changed, ...closed].map((path) => client.invalidateQueries({ queryKey: [path] })),
      );
    },
  });
}
