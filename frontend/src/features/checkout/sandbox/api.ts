// The calls of the sandbox's payment page.
import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

export type SandboxBody = Schemas['SandboxBody'];

export function sandboxQuery(reference: string) {
  return queryOptions({
    queryKey: [`/api/sandbox/${reference}`],
    queryFn: ({ signal }) =>
      call(api.GET('/api/sandbox/{reference}', { params: { path: { reference } }, signal })),
    staleTime: 0,
  });
}

/** The answer holds the address to go to next, as a payment provider's redirect does. */
export function useSandboxOutcome(reference: string) {
  return useMutation({
    mutationFn: (body: SandboxBody) =>
      call(
        api.POST('/api/sandbox/{reference}', {
          params: { path: { reference } },
          body,
        }),
      ),
  });
}
