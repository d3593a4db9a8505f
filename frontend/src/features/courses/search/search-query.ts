// Search in the titles, texts and transcripts of the member's courses.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, call, type ResponseBody } from '@/lib/api-client';

export type SearchHit = ResponseBody<'/api/search'>[number];

/** The same for the same place and any search. */
export function keyOf(hit: SearchHit): string {
  return `${hit.kind} ${hit.videoId} ${hit.seconds ?? ''} ${hit.snippet}`;
}

/** In characters (contract). */
export const SHORTEST_QUERY = 2;
export const LONGEST_QUERY = 100;

export function isSearchable(q: string): boolean {
  return [...q].length >= SHORTEST_QUERY;
}

/** `q` without spaces around it. What was found before stays until the answer is there. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ['/api/search', q],
    queryFn: ({ signal }) => call(api.GET('/api/search', { params: { query: { q } }, signal })),
    enabled: isSearchable(q),
    placeholderData: keepPreviousData,
    // Progress changes nothing here, a new lesson does.
    staleTime: 60_000,
  });
}
