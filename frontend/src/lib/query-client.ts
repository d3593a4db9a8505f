// The cache of server data, with the defaults of the specification's section 9. Queries that differ set their own.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { isStatus } from './api-error';

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // The session ended while the page was open: the guard then leads to the sign-in page.
    onError: (error) => {
      if (isStatus(error, 401)) queryClient.setQueryData(['/api/user'], null);
    },
  }),
  mutationCache: new MutationCache({
    // Checked with the server first: a wrong password is a 401 too.
    onError: (error) => {
      if (isStatus(error, 401)) void queryClient.invalidateQueries({ queryKey: ['/api/user'] });
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
