// All calls to the server go through here. Failures become errors; nothing is shown and nothing navigates.
import createClient from 'openapi-fetch';

import { ApiError, NetworkError } from './api-error';
import type { components, paths } from './api-schema';

export { ApiError, NetworkError, errorMessage, isStatus } from './api-error';

export type Schemas = components['schemas'];

// `fetch` is looked up at call time, so that tests can replace the network.
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'include',
  fetch: (request) => globalThis.fetch(request),
});

type CallResult<T> = { data?: T; error?: unknown; response: Response };

/** The answer's data, or an `ApiError` or `NetworkError`. An abort stays an abort. */
export async function call<T>(request: Promise<CallResult<T>>): Promise<T> {
  const { data } = await settle(request);
  if (data === undefined) throw new TypeError('The call answers no data; use `send`.');
  return data;
}

/** For calls whose success has no body. */
export async function send(request: Promise<CallResult<unknown>>): Promise<void> {
  await settle(request);
}

async function settle<T>(request: Promise<CallResult<T>>): Promise<CallResult<T>> {
  const answer = await request.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    if (cause instanceof SyntaxError) throw cause; // the answer is not JSON
    throw new NetworkError(cause);
  });
  if (!answer.response.ok) throw new ApiError(answer.response, answer.error);
  return answer;
}
