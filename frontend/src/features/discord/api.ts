// Linking a chat account: where to send the person, and what comes back.
import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, call, send } from '@/lib/api-client';

/** Retried 3 times (specification, section 9). */
export const discordConfigQuery = queryOptions({
  queryKey: ['/api/discord/config'],
  queryFn: ({ signal }) => call(api.GET('/api/discord/config', { signal })),
  retry: 3,
});

export function useLinkAccount() {
  return useMutation({
    mutationFn: (code: string) => call(api.POST('/api/discord/oauth/callback', { body: { code } })),
  });
}

export function useUnlinkAccount() {
  return useMutation({
    mutationFn: () => send(api.DELETE('/api/discord/link', { parseAs: 'text' })),
  });
}
