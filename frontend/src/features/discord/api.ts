// Linking a Discord account, and invites to the channels of courses.
import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, call, send } from '@/lib/api-client';

/** Retried 3 times (specification, section 9). */
export const discordConfigQuery = queryOptions({
  queryKey: ['/api/discord/config'],
  queryFn: ({ signal }) => call(api.GET('/api/discord/config', { signal })),
  retry: 3,
});

/** Longer than the server waits for Discord. */
const LINK_TIMEOUT_MS = 60_000;

export function useLinkAccount() {
  return useMutation({
    mutationFn: (code: string) =>
      call(
        api.POST('/api/discord/oauth/callback', {
          body: { code },
          signal: AbortSignal.timeout(LINK_TIMEOUT_MS),
        }),
      ),
  });
}

/** One live invite per member and course. */
export function useCourseInvite(courseId: number) {
  return useMutation({
    mutationFn: () => call(api.POST('/api/discord/generate-invite', { body: { courseId } })),
  });
}

export function useUnlinkAccount() {
  return useMutation({
    mutationFn: () => send(api.DELETE('/api/discord/link', { parseAs: 'text' })),
  });
}
