// The questions beside lessons, for staff.
import { queryOptions } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

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
