// A course: its catalogue entry, its lessons, and the caller's access.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { api, call, isStatus, type Schemas } from '@/lib/api-client';

export type Course = Schemas['Course'];
export type Section = Schemas['CourseModel'];
export type Lesson = Schemas['CourseVideo'];
export type Access = Schemas['CourseAccess'];

export function courseQuery(id: number) {
  return queryOptions({
    queryKey: [`/api/courses/${id}`],
    queryFn: () => call(api.GET('/api/courses/{id}', { params: { path: { id } } })),
  });
}

/** Lessons without addresses were fetched without access: the next page fetches them again. */
export function sectionsQuery(id: number) {
  return queryOptions({
    queryKey: [`/api/courses/${id}/models`],
    queryFn: () => call(api.GET('/api/courses/{id}/models', { params: { path: { id } } })),
    staleTime: ({ state }) => (state.data && hasAddresses(state.data) ? Infinity : 0),
  });
}

function fetchAccess(id: number): Promise<Access> {
  return call(api.GET('/api/courses/{id}/access', { params: { path: { id } } }));
}

/** A locked course may have been bought since, in another tab or with a key: fetched again too. */
export function accessQuery(id: number) {
  return queryOptions({
    queryKey: [`/api/courses/${id}/access`],
    queryFn: () => fetchAccess(id),
    staleTime: ({ state }) => (state.data?.hasAccess ? Infinity : 0),
  });
}

/**
 * Checks access while a lesson is open. An ended session is an error that the page shows over the picture; a query
 * would lead to the sign-in page instead.
 */
export async function checkAccess(queryClient: QueryClient, id: number): Promise<void> {
  queryClient.setQueryData(accessQuery(id).queryKey, await fetchAccess(id));
}

/** Fetches access, lessons and the member's courses again. */
export async function refreshAccess(queryClient: QueryClient, id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: accessQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: sectionsQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['/api/user/courses'] }),
  ]);
}

/** The answer holds the payment page's address. A course that the member has already (409) opens instead. */
export function useCourseCheckout(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.POST('/api/courses/{id}/checkout', { params: { path: { id } } })),
    onError: async (error) => {
      if (isStatus(error, 409)) await refreshAccess(queryClient, id);
    },
  });
}

/** Whether the lessons were fetched with access: each has the address of its video. */
export function hasAddresses(sections: readonly Section[]): boolean {
  return sections.every(({ videos }) => videos.every(({ url }) => typeof url === 'string'));
}
