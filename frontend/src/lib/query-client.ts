// The caches of server data, with the defaults of the specification's section 9. Queries that differ set their own.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { isStatus } from './api-error';

/**
 * The cache of calls that one kind of session answers. A query that is answered 401 says that the session has ended: the query
 * `session`, which is named by its path, is then null, and the guard leads to the sign-in. After one of `askAgain` the session is
 * asked about once more.
 */
export function sessionCache(session: string, askAgain: readonly number[] = []): QueryClient {
  const check = () => void client.invalidateQueries({ queryKey: [session] });
  const isUnsure = (error: Error) => askAgain.some((status) => isStatus(error, status));
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isStatus(error, 401)) client.setQueryData([session], null);
        else if (isUnsure(error)) check();
      },
    }),
    mutationCache: new MutationCache({
      // Checked with the server first: a wrong password is a 401 too.
      onError: (error) => {
        if (isStatus(error, 401) || isUnsure(error)) check();
      },
    }),
    defaultOptions: {
      queries: {
        // Without a network a call fails with a message; a paused call would leave its button busy.
        networkMode: 'always',
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** What members and visitors see. */
export const queryClient = sessionCache('/api/user');
