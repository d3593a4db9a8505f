// Proving the account's address: confirming it by a mailed token, and mailing the link again.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call, isStatus, send } from '@/lib/api-client';

import { userQuery } from '../api';

/** Confirms once, however often the page renders; a token works once. */
export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/verify-email', token],
    queryFn: () => call(api.POST('/api/verify-email', { body: { token } })),
    retry: false,
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

export function useSendLinkAgain() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: userQuery.queryKey });
  return useMutation({
    mutationFn: () => send(api.POST('/api/user/verify-email', { parseAs: 'text' })),
    // Confirmed meanwhile, in another tab or on another device.
    onError: (error) => (isStatus(error, 409) ? refresh() : undefined),
  });
}
