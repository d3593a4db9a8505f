// The one cache of server data and how it keeps it: the specification's section 9. Lists that differ
// say so in their own query.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { isStatus } from './api-error';

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // The session ended while the page was open: nobody is signed in any more, and the guard sees it.
    onError: (error) => {
      if (isStatus(error, 401)) queryClient.setQueryData(['/api/user'], null);
    },
  }),
  mutationCache: new MutationCache({
    // The same, asked of the server first: a wrong password is a 401 too.
    onError: (error) => {
      if (isStatus(error, 401)) void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
    },
  }),
  defaultOptions: {
    queries: {
      // A call without a network fails and says so; paused, its button would wait without a word.
      networkMode: 'always',
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Infinity,
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
