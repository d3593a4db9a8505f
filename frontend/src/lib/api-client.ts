// All calls to the server go through here. Failures become errors; nothing is shown and nothing navigates.
import createClient from 'openapi-fetch';

import { fetchInTime } from './offline/answer-time';
import { ApiError, NetworkError } from './api-error';
import { readServerTime } from './server-clock';
import type { components, paths } from './api-schema';

export { ApiError, NetworkError, errorMessage, isStatus } from './api-error';

export type Schemas = components['schemas'];

/** The body of a GET call’s response. */
export type ResponseBody<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

// `fetch` is looked up at call time, so that tests can replace the network.
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'include',
  fetch: async (request) => {
    const askedAt = performance.now();
    // What sends something is not ended: the server may have done it.
    const answer = request.method === 'GET' ? fetchInTime(request) : globalThis.fetch(request);
    const response = await answer;
    readServerTime(response.headers, askedAt);
    return response;
  },
});

type CallResult<T> = { data?: T; error?: unknown; response: Response };

/** The answer's data, or an `ApiError` or `NetworkError`. An abort stays an abort. */
export async function call<T>(request: Promise<CallResult<T>>): Promise<T> {
  const { data } = await responseOf(request);
  if (data === undefined) throw new TypeError('The call answers no data; use `send`.');
  return data;
}

/** For calls whose success has no body. */
export async function send(request: Promise<CallResult<unknown>>): Promise<void> {
  await responseOf(request);
}

/** Posts a form. */
export async function sendForm(address: string, fields: Record<string, string>): Promise<void> {
  await fetchFile(address, { method: 'POST', body: new URLSearchParams(fields) });
}

/** A text file of a lesson, such as its captions. */
export async function fetchText(address: string, signal?: AbortSignal): Promise<string> {
  const response = await fetchFile(address, { signal }, fetchInTime);
  return response.text();
}

/** Why the server refuses a file, which a media element does not say; null when it does not refuse. */
export async function refusalOf(address: string): Promise<ApiError | null> {
  try {
    const response = await fetchFile(address, { headers: { Range: 'bytes=0-0' } }, fetchInTime);
    void response.body?.cancel();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** A file of a lesson, as soon as its answer begins; an `ApiError` when the server refuses it. */
export async function fetchFile(
  address: string,
  init: RequestInit,
  fetch: (url: URL, init: RequestInit) => Promise<Response> = globalThis.fetch,
): Promise<Response> {
  const url = new URL(address, globalThis.location.origin);
  const response = await fetch(url, init).catch((cause: unknown) => {
    if (isAbort(cause)) throw cause;
    throw new NetworkError(cause);
  });
  if (response.ok) return response;
  const isJson = response.headers.get('Content-Type')?.includes('json') === true;
  const body: unknown = isJson ? await response.json().catch(() => null) : null;
  throw new ApiError(response, body);
}

async function responseOf<T>(request: Promise<CallResult<T>>): Promise<CallResult<T>> {
  const answer = await request.catch((cause: unknown) => {
    if (isAbort(cause)) throw cause;
    if (cause instanceof SyntaxError) throw cause; // the answer is not JSON
    throw new NetworkError(cause);
  });
  if (!answer.response.ok) throw new ApiError(answer.response, answer.error);
  return answer;
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError';
}
