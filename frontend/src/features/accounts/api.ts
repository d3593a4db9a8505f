// The signed-in person: who it is, and every call that changes it.
import { queryOptions } from '@tanstack/react-query';

import { api, call, isStatus, type Schemas } from '@/lib/api-client';

export type User = Schemas['User'];

/** The current user; null when nobody is signed in (401). Any other failure is an error. */
export const userQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(api.GET('/api/user', { signal }));
    } catch (error) {
      if (isStatus(error, 401)) return null;
      throw error;
    }
  },
});
