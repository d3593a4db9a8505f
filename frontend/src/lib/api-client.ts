// The one door to the server. It shapes failures once; it never shows anything and never navigates.
import createClient from 'openapi-fetch';

import { ApiError, NetworkError } from './api-error';
import type { components, paths } from './api-schema';

export { ApiError, NetworkError, errorMessage, isStatus } from './api-error';

export type Schemas = components['schemas'];

// `fetch` is looked up at call time, so that tests can stand in for the network. A JSON content
// type is sent only with a body: openapi-fetch does so by itself.
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  credentials: 'include',
  fetch: (request) => globalThis.fetch(request),
});

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** The answer's data, or an `ApiError` or `NetworkError`. An abort stays an abort. */
export async function call<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data } = await settle(request);
  if (data === undefined) throw new TypeError('The call answers no data; use `send`.');
  return data;
}

/** For calls whose success has no body. */
export async function send(request: Promise<Answer<unknown>>): Promise<void> {
  await settle(request);
}

async function settle<T>(request: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await request.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    if (cause instanceof SyntaxError) throw cause; // an answer came, but not JSON
    throw new NetworkError(cause);
  });
  if (!answer.response.ok) throw new ApiError(answer.response, answer.error);
  return answer;
}
