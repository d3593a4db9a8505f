// Live sessions, for staff: all of them, one with who joined, and planning, changing and cancelling.
import { queryOptions } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

export type StaffLive = Schemas['StaffLive'];
export type LiveDetails = Schemas['StaffLiveDetails'];

const LIVE = '/api/staff/live';

/** Soonest first: what ends in the future, and the last 90 days. */
export const liveQuery = queryOptions({
  queryKey: [LIVE],
  queryFn: ({ signal }) => call(api.GET(LIVE, { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

export const liveDetailsQuery = (id: number) =>
  queryOptions({
    queryKey: [LIVE, id],
    queryFn: ({ signal }) =>
      call(api.GET('/api/staff/live/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
  });

export const planLive = (body: Schemas['StaffLiveBody']) => call(api.POST(LIVE, { body }));

export const editLive = (id: number, body: Schemas['StaffLiveEdit']) =>
  call(api.PUT('/api/staff/live/{id}', { params: { path: { id } }, body }));

export const cancelLive = (id: number, reason: string) =>
  call(api.POST('/api/staff/live/{id}/cancel', { params: { path: { id } }, body: { reason } }));
