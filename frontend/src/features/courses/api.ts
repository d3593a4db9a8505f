// A course as its page needs it: the catalogue's words, its lessons, and whether this person may watch.
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

/** Lessons without addresses were read by somebody without access: asked for again by the next page. */
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

/** A closed course may have been bought meanwhile, in another tab or with a key: asked for again too. */
export function accessQuery(id: number) {
  return queryOptions({
    queryKey: [`/api/courses/${id}/access`],
    queryFn: () => fetchAccess(id),
    staleTime: ({ state }) => (state.data?.hasAccess ? Infinity : 0),
  });
}

/**
 * Asks for somebody who is watching. A session that ended is an error for the page to show over the picture,
 * not, as with a query, a reason to leave for the sign-in.
 */
export async function askAccess(queryClient: QueryClient, id: number): Promise<void> {
  queryClient.setQueryData(accessQuery(id).queryKey, await fetchAccess(id));
}

/** Asks anew whether, until when and where the course can be watched. */
export async function refreshAccess(queryClient: QueryClient, id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: accessQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: sectionsQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['/api/user/courses'] }),
  ]);
}

/** Answers where to pay. A course that is owned already opens instead of failing. */
export function useCourseCheckout(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.POST('/api/courses/{id}/checkout', { params: { path: { id } } })),
    onError: async (error) => {
      if (isStatus(error, 409)) await refreshAccess(queryClient, id);
    },
  });
}

export function useDiscordInvite(courseId: number) {
  return useMutation({
    mutationFn: () => call(api.POST('/api/discord/generate-invite', { body: { courseId } })),
  });
}

/** Whether the lessons were read by somebody who may watch them. */
export function hasAddresses(sections: readonly Section[]): boolean {
  return sections.every(({ videos }) => videos.every(({ url }) => typeof url === 'string'));
}
