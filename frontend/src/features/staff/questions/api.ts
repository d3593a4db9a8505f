// The questions beside lessons, for staff.
import { queryOptions } from '@tanstack/react-query';

import { api, call, send, type Schemas } from '@/lib/api-client';

export type StaffQuestion = Schemas['StaffQuestion'];

/** What waits, the oldest first; or what is answered, the newest first. */
export const questionsQuery = (answered: boolean) =>
  queryOptions({
    queryKey: ['/api/staff/questions', answered],
    queryFn: ({ signal }) =>
      call(
        api.GET('/api/staff/questions', {
          params: { query: answered ? { answered: true } : {} },
          signal,
        }),
      ),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

export const answerQuestion = (id: number, body: Schemas['AnswerQuestionBody']) =>
  call(api.POST('/api/staff/questions/{id}/answer', { params: { path: { id } }, body }));

export const hideQuestion = (id: number, reason: string) =>
  call(api.POST('/api/staff/questions/{id}/hide', { params: { path: { id } }, body: { reason } }));

export const keepQuestion = (id: number, reason: string) =>
  send(
    api.DELETE('/api/staff/questions/{id}/reports', {
      params: { path: { id } },
      body: { reason },
      parseAs: 'text',
    }),
  );
