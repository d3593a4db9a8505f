// The calls of a replay. A run is never read from what is kept: the server alone knows where it stands.
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { fetchFile } from '@/lib/api-client';

import type { Run, RunCalls, RunSummary } from './shapes';

/** A call without an answer for this long has none. */
const TIMEOUT_MS = 15_000;

const runsKey = (videoId: number) => `/api/videos/${videoId}/replay/runs`;
const runKey = (id: number) => `/api/replay-runs/${id}`;

async function ask<T>(address: string, body?: object): Promise<T> {
  const posted = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetchFile(address, {
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : posted),
  });
  return response.json();
}

export function runsQuery(videoId: number) {
  return queryOptions({
    queryKey: [runsKey(videoId)],
    queryFn: () => ask<RunSummary[]>(runsKey(videoId)),
  });
}

/** A run that has ended does not change any more. */
export function endedRunQuery(id: number) {
  return queryOptions({
    queryKey: [runKey(id)],
    queryFn: () => ask<Run>(runKey(id)),
    staleTime: Infinity,
  });
}

/** A new run, or the one that is open. */
export function startRun(videoId: number): Promise<Run> {
  return ask<Run>(runsKey(videoId), {});
}

export const runCalls: RunCalls = {
  read: (run) => ask<Run>(runKey(run)),
  step: (run, step) => ask<Run>(`${runKey(run)}/steps`, step),
  end: (run, at) => ask<Run>(`${runKey(run)}/end`, { at }),
};

/** After a run has ended: the list, the lesson's counts, and what the revision asks. */
export async function refreshRuns(queryClient: QueryClient, videoId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [runsKey(videoId)] }),
    queryClient.invalidateQueries({ queryKey: [`/api/videos/${videoId}/lesson`] }),
    queryClient.invalidateQueries({ queryKey: ['/api/user/reviews'] }),
  ]);
}
