// What is to do today, and the numbers of the week.
import { queryOptions } from '@tanstack/react-query';

import { api, call, type ResponseBody } from '@/lib/api-client';

export type Today = ResponseBody<'/api/staff/today'>;
export type Week = Today['week'];
export type CourseStops = Week['stops'][number];

export const todayQuery = queryOptions({
  queryKey: ['/api/staff/today'],
  queryFn: ({ signal }): Promise<Today> => call(api.GET('/api/staff/today', { signal })),
  staleTime: 0,
  refetchOnWindowFocus: true,
});
