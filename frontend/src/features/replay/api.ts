// The calls of a replay. A run is never read from stored data: only the server knows its state.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';

import { api, call, type Schemas } from '@/lib/api-client';

/** A call without an answer for this long has failed. */
const TIMEOUT_MS = 15_000;

const runsKey = (videoId: number) => `/api/videos/${videoId}/replay/runs`;
const OPEN_RUNS = '/api/user/replay-runs';
const runKey = (id: number) => `/api/replay-runs/${id}`;

/** What a call about one run or one lesson needs. */
const of = (id: number) => ({
  params: { path: { id } },
  signal: AbortSignal.timeout(TIMEOUT_MS),
});

/** All that was seen of a run, or its bars from the last shown one that was known at `from`. */
const readRun = (id: number, from?: number) => {
  const { params, signal } = of(id);
  const asked = { ...params, query: { from } };
  return call(api.GET('/api/replay-runs/{id}', { params: asked, signal }));
};

/** Runs in one answer. */
const RUNS_AT_ONCE = 20;

/** The newest runs first. */
export function runsQuery(videoId: number) {
  return infiniteQueryOptions({
    queryKey: [runsKey(videoId)],
    queryFn: ({ pageParam }) => {
      const { params, signal } = of(videoId);
      const asked = { ...params, query: { before: pageParam || undefined } };
      return call(api.GET('/api/videos/{id}/replay/runs', { params: asked, signal }));
    },
    // The newest; else those before a run.
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < RUNS_AT_ONCE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });
}

/** The runs to go on with, in every course that is open to the member; the newest first. */
export const openRunsQuery = queryOptions({
  queryKey: [OPEN_RUNS],
  queryFn: ({ signal }) => call(api.GET(OPEN_RUNS, { signal })),
  // Played on another device meanwhile.
  staleTime: 0,
});

/** A run as it stands when its room is opened: from then on the room leads it. */
export function runQuery(id: number) {
  return queryOptions({ queryKey: [runKey(id)], queryFn: () => readRun(id), gcTime: 0 });
}

/** A new run, or the open run. */
export function startRun(videoId: number) {
  return call(api.POST('/api/videos/{id}/replay/runs', of(videoId)));
}

/** What leads a run. */
export const runCalls = {
  read: readRun,
  step: (id: number, body: Schemas['StepsBody']) =>
    call(api.POST('/api/replay-runs/{id}/steps', { ...of(id), body })),
  end: (id: number, at: number) =>
    call(api.POST('/api/replay-runs/{id}/end', { ...of(id), body: { at } })),
};

/** After a run has begun, has ended or was left: where it stands, in the outline and on the dashboard. */
export async function refreshOpenRuns(queryClient: QueryClient, courseId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [`/api/courses/${courseId}/models`] }),
    queryClient.invalidateQueries({ queryKey: openRunsQuery.queryKey }),
  ]);
}

/** After a run has ended: the list, the lesson's counts, and what the revision asks. */
export async function refreshRuns(queryClient: QueryClient, videoId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [runsKey(videoId)] }),
    queryClient.invalidateQueries({ queryKey: [`/api/videos/${videoId}/lesson`] }),
    queryClient.invalidateQueries({ queryKey: ['/api/user/reviews'] }),
  ]);
}
