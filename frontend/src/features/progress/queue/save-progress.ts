// Reports a change of progress to the server, for the queue and for a lesson that is marked.
import { api, call, type Schemas } from '@/lib/api-client';

export type VideoProgress = Schemas['Progress'];

/** A change of progress, as the call takes it. */
export interface ProgressChange {
  watchedSeconds: number;
  /** Only when the member marked the lesson. */
  completed?: boolean;
  /** When it was so (RFC 3339); absent: now, by the server's clock. */
  watchedAt?: string;
  /** Seconds played since the last report. */
  played?: number[][];
}

/** A report without an answer for this long has failed. */
const ANSWER_TIMEOUT_MS = 20_000;

/** `keepalive` lets the request finish after the page is closed. */
export function saveProgress(videoId: number, change: ProgressChange): Promise<VideoProgress> {
  return call(
    api.PUT('/api/videos/{id}/progress', {
      params: { path: { id: videoId } },
      body: change,
      keepalive: true,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }),
  );
}
