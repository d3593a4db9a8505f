import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { api, call, NetworkError } from '../api-client';
import { ANSWER_MS } from './answer-time';

/** A network on which a request waits until it is given up. */
function silent(): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push(request);
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  });
  return requests;
}

describe('a call without an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('counts as no connection after fifteen seconds, and not before', async () => {
    silent();
    const outcome = vi.fn();
    call(api.GET('/api/user')).catch(outcome);
    await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledWith(expect.any(NetworkError));
  });

  it('is not ended if it sends something', async () => {
    const [outcome, requests] = [vi.fn(), silent()];
    const body = { username: 'reader', password: 'correct horse' };
    call(api.POST('/api/login', { body })).catch(outcome);
    await vi.advanceTimersByTimeAsync(ANSWER_MS * 10);
    expect(outcome).not.toHaveBeenCalled();
    expect(requests).toHaveLength(1);
  });

  it('is given up when its answer stops halfway', async () => {
    vi.stubGlobal('fetch', (request: Request) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id":'));
          request.signal.addEventListener('abort', () => controller.error(request.signal.reason));
        },
      });
      return Promise.resolve(
        new Response(body, { headers: { 'Content-Type': 'application/json' } }),
      );
    });
    const outcome = vi.fn();
    call(api.GET('/api/user')).catch(outcome);
    await vi.advanceTimersByTimeAsync(ANSWER_MS + 1);
    expect(outcome).toHaveBeenCalledWith(expect.any(NetworkError));
  });

  it('that the page gives up stays given up', async () => {
    silent();
    const [outcome, controller] = [vi.fn(), new AbortController()];
    call(api.GET('/api/user', { signal: controller.signal })).catch(outcome);
    await vi.advanceTimersByTimeAsync(0);
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' }));
  });
});
