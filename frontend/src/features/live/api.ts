// Live sessions of the caller's courses, joining one, and the address of the caller's calendar.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call, send, type Schemas } from '@/lib/api-client';
import { externalRedirect } from '@/lib/external-redirect';
import { isCourseOpen, isShownFromKept, orKept } from '@/lib/offline/kept-answers';

export type LiveSession = Schemas['Live'];

const LIVE = '/api/live';
const USER_KEY = ['/api/user'] as const;
/** Staff move and cancel sessions. */
const FRESH_MS = 60_000;

/** Soonest first: what ends in the future, and the last 90 days. Readable without a connection, of courses whose access lasts. */
export const liveQuery = queryOptions({
  queryKey: [LIVE],
  queryFn: async ({ signal }): Promise<LiveSession[]> => {
    const sessions = await orKept(LIVE, () => call(api.GET(LIVE, { signal })));
    if (!isShownFromKept(LIVE)) return sessions;
    const open = await Promise.all(sessions.map(({ courseId }) => isCourseOpen(courseId)));
    return sessions.filter((_, index) => open[index]);
  },
  staleTime: FRESH_MS,
  refetchOnWindowFocus: true,
});

export const liveSessionQuery = (id: number) =>
  queryOptions({
    queryKey: [LIVE, id],
    queryFn: ({ signal }) => call(api.GET('/api/live/{id}', { params: { path: { id } }, signal })),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });

/** While a page of sessions is open. */
export const whileOpen = { refetchInterval: FRESH_MS };

/** Goes to where the session is held. The address is no result: the cache of mutations would keep it. */
export function useJoin(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { url } = await call(
        api.POST('/api/live/{id}/join', { params: { path: { id } }, cache: 'no-store' }),
      );
      externalRedirect.to(url);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [LIVE] }),
  });
}

/** Gives the calendar a new address, which is shown once and is no result for the same reason. */
export function useNewCalendar(show: (address: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => show((await call(api.POST('/api/user/calendar'))).url),
    onSuccess: () => client.invalidateQueries({ queryKey: USER_KEY, exact: true }),
  });
}

export function useEndCalendar() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send(api.DELETE('/api/user/calendar', { parseAs: 'text' })),
    onSuccess: () => client.invalidateQueries({ queryKey: USER_KEY, exact: true }),
  });
}
