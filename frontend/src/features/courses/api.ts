// A course: its catalogue entry, its lessons, and the caller's access.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { api, call, fetchText, isStatus, type Schemas } from '@/lib/api-client';
import { accessKey, isShownFromKept, orKept } from '@/lib/offline/kept-answers';
import { withKeptPicture } from '@/lib/offline/kept-pictures';

import { lessonKey, withKeptPictures } from './pictures/lesson-pictures';

export type Course = Schemas['Course'];
export type Section = Schemas['CourseModel'];
export type Lesson = Schemas['CourseVideo'];
export type Access = Schemas['CourseAccess'];
/** What belongs to a lesson: addresses, text, captions, transcript, attachments, exercises. */
export type LessonContent = Awaited<ReturnType<typeof fetchLesson>>;

export const courseKey = (id: number): string => `/api/courses/${id}`;

/** Every course that is sold. */
export const catalogueQuery = queryOptions({
  queryKey: ['/api/courses'],
  queryFn: () => call(api.GET('/api/courses')),
});

export function courseQuery(id: number) {
  const key = courseKey(id);
  return queryOptions({
    queryKey: [key],
    queryFn: async (): Promise<Course> => {
      const course = await orKept(
        key,
        () => call(api.GET('/api/courses/{id}', { params: { path: { id } } })),
        { course: id },
      );
      return isShownFromKept(key) ? withKeptPicture(course) : course;
    },
  });
}

/** Lessons without addresses were fetched without access: the next page fetches them again. */
export function sectionsQuery(id: number) {
  return queryOptions({
    queryKey: [`/api/courses/${id}/models`],
    queryFn: () =>
      orKept(
        `/api/courses/${id}/models`,
        () => call(api.GET('/api/courses/{id}/models', { params: { path: { id } } })),
        { course: id },
      ),
    staleTime: ({ state }) => (state.data && hasAddresses(state.data) ? Infinity : 0),
  });
}

function fetchLesson(id: number) {
  return call(api.GET('/api/videos/{id}/lesson', { params: { path: { id } } }));
}

/** Readable without a connection for as long as the access to the course lasts. */
export function lessonQuery(course: number, lessonId: number) {
  const key = lessonKey(lessonId);
  return queryOptions({
    queryKey: [key],
    queryFn: async (): Promise<LessonContent> => {
      const lesson = await orKept(key, () => fetchLesson(lessonId), { course });
      return isShownFromKept(key) ? withKeptPictures(lesson) : lesson;
    },
  });
}

/** A caption file, as the server's WebVTT. */
export function captionsQuery(course: number, url: string) {
  return queryOptions({
    queryKey: [url],
    queryFn: ({ signal }) => orKept(url, () => fetchText(url, signal), { course }),
  });
}

/** The track of a lesson's seek pictures, as the server's WebVTT. */
export function seekPicturesQuery(track: string) {
  return queryOptions({
    queryKey: [track],
    queryFn: ({ signal }) => fetchText(track, signal),
  });
}

function fetchAccess(id: number): Promise<Access> {
  return call(api.GET('/api/courses/{id}/access', { params: { path: { id } } }));
}

/** A locked course may have been bought since, in another tab or with a key: fetched again too. */
export function accessQuery(id: number) {
  return queryOptions({
    queryKey: [accessKey(id)],
    queryFn: () => orKept(accessKey(id), () => fetchAccess(id), { course: id }),
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

/** Takes the buyer's country, where the server asked for it. The answer holds the payment page's address. A course that the member has already (409) opens instead. */
export function useCourseCheckout(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (country: string | undefined) =>
      call(
        api.POST('/api/courses/{id}/checkout', {
          params: { path: { id } },
          ...(country !== undefined && { body: { country } }),
        }),
      ),
    onError: async (error) => {
      if (isStatus(error, 409)) await refreshAccess(queryClient, id);
    },
  });
}

/** Whether the lessons were fetched with access: each video has its address. A written lesson has none. */
export function hasAddresses(sections: readonly Section[]): boolean {
  return sections.every(({ videos }) =>
    videos.every(({ kind, url }) => kind === 'text' || typeof url === 'string'),
  );
}
