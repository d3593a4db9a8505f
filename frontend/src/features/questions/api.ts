// The questions of a lesson: reading, asking, deleting and reporting them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, call, isStatus, send, type Schemas } from '@/lib/api-client';
import { orKept } from '@/lib/offline/kept-answers';

export type Question = Schemas['LessonQuestion'];

/** Answers are written meanwhile. */
const FRESH_MS = 60_000;

const questionsKey = (videoId: number) => `/api/videos/${videoId}/questions`;

/** By second. Readable without a connection for as long as the access to the course lasts. */
export function questionsQuery(course: number, videoId: number) {
  const key = questionsKey(videoId);
  return queryOptions({
    queryKey: [key],
    queryFn: (): Promise<Question[]> =>
      orKept(
        key,
        () => call(api.GET('/api/videos/{id}/questions', { params: { path: { id: videoId } } })),
        { course },
      ),
    staleTime: FRESH_MS,
  });
}

export function useAskQuestion(course: number, videoId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = questionsQuery(course, videoId);
  return useMutation({
    mutationFn: (body: Schemas['AskBody']) =>
      call(api.POST('/api/videos/{id}/questions', { params: { path: { id: videoId } }, body })),
    onSuccess: (asked) =>
      queryClient.setQueryData(
        queryKey,
        (before) => before && [...before, asked].toSorted((a, b) => a.seconds - b.seconds),
      ),
  });
}

/** Only while it is unanswered; a question that was deleted already is gone too. */
export function useDeleteQuestion(course: number, videoId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = questionsQuery(course, videoId);
  return useMutation({
    mutationFn: async (id: Question['id']) => {
      try {
        await send(
          api.DELETE('/api/questions/{id}', { params: { path: { id } }, parseAs: 'text' }),
        );
      } catch (error) {
        if (!isStatus(error, 404)) throw error;
      }
    },
    onSuccess: (_, id) =>
      queryClient.setQueryData(queryKey, (before) =>
        before?.filter((question) => question.id !== id),
      ),
    // Answered meanwhile: the answer is shown.
    onError: (error) =>
      isStatus(error, 409) ? queryClient.invalidateQueries({ queryKey }) : undefined,
  });
}

/** Once a member; the question stays as it is until the staff decide. */
export function useReportQuestion(course: number, videoId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = questionsQuery(course, videoId);
  return useMutation({
    mutationFn: ({ id, reason }: { id: Question['id']; reason: string }) =>
      send(
        api.POST('/api/questions/{id}/report', {
          params: { path: { id } },
          body: { reason },
          parseAs: 'text',
        }),
      ),
    // Hidden meanwhile, or gone with its lesson.
    onError: (error) =>
      isStatus(error, 404) ? queryClient.invalidateQueries({ queryKey }) : undefined,
  });
}
