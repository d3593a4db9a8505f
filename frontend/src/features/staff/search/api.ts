// The search for a member, a key or an order. The words are in the request's body, and kept in memory alone: never in an address.
import { queryOptions } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

export type Found = Schemas['StaffFound'];

/** Contract, "Staff in the browser". */
export const LEAST_CHARACTERS = 3;
const WORDS_KEY = ['/api/staff/search-words'] as const;

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['/api/staff/search', q],
    queryFn: ({ signal }) => call(api.POST('/api/staff/search', { body: { q }, signal })),
    enabled: q.length >= LEAST_CHARACTERS,
    staleTime: 10_000,
    gcTime: 60_000,
  });

/** What was searched for last, so that the way back from a member leads to what was found. */
export const searchWordsQuery = queryOptions({
  queryKey: WORDS_KEY,
  queryFn: () => '',
  enabled: false,
  gcTime: Infinity,
});
