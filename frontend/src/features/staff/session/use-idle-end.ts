// Looks whether the session has ended when this page has made no call for as long as a session lasts without use, so that an unattended
// screen does not go on to show a member.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { staffSessionQuery } from '../api';

/** Contract, "Staff in the browser". */
const IDLE_MS = 30 * 60 * 1000;
const LOOK_EACH_MS = 30 * 1000;

/** When the server last heard of this page. */
function lastCall(client: QueryClient): number {
  const queries = client.getQueryCache().getAll();
  const changes = client.getMutationCache().getAll();
  return Math.max(
    0,
    ...queries.map(({ state }) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt)),
    ...changes.map(({ state }) => state.submittedAt),
  );
}

export function useIdleEnd(isSignedIn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const look = () => {
      if (Date.now() - lastCall(client) <= IDLE_MS) return;
      void client.refetchQueries({ queryKey: staffSessionQuery.queryKey });
    };
    const timer = setInterval(look, LOOK_EACH_MS);
    return () => clearInterval(timer);
  }, [client, isSignedIn]);
}
