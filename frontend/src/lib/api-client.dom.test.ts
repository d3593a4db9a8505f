import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';

import { refusal, server } from '@/test/server';

import { api, ApiError, call, NetworkError, send } from './api-client';

const failure = async (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => null,
    (error: unknown) => error,
  );

describe('a failed call', () => {
  test("reads STATUS: and the answer's message", async () => {
    server.use(
      http.get('/api/user', () =>
        refusal(409, 'username_taken', 'Username is already taken', { username: 'Taken' }),
      ),
    );
    const error = await failure(call(api.GET('/api/user')));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: '409: Username is already taken',
      status: 409,
      code: 'username_taken',
      fields: { username: 'Taken' },
    });
  });

  test('reads the body when it is not JSON', async () => {
    server.use(http.get('/api/user', () => HttpResponse.text('gateway', { status: 502 })));
    expect(await failure(call(api.GET('/api/user')))).toMatchObject({ message: '502: gateway' });
  });

  test('reads the status text when the body is empty', async () => {
    const answer = () =>
      new HttpResponse(null, { status: 500, statusText: 'Internal Server Error' });
    server.use(http.get('/api/user', answer));
    expect(await failure(call(api.GET('/api/user')))).toMatchObject({
      message: '500: Internal Server Error',
      code: '',
    });
  });

  test('accepts JSON of another shape', async () => {
    server.use(http.get('/api/user', () => HttpResponse.json([1], { status: 418 })));
    expect(await failure(call(api.GET('/api/user')))).toMatchObject({ status: 418, fields: {} });
  });

  test('has the time to wait', async () => {
    const answer = () => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '17' } });
    server.use(http.get('/api/user', answer));
    expect(await failure(call(api.GET('/api/user')))).toMatchObject({ retryAfterSeconds: 17 });
  });

  test('without an answer is another error', async () => {
    server.use(http.get('/api/user', () => HttpResponse.error()));
    expect(await failure(call(api.GET('/api/user')))).toBeInstanceOf(NetworkError);
  });
});

test('cookies are sent; a content type only with a body', async () => {
  const seen: [string, RequestCredentials, string | null][] = [];
  server.use(
    http.all('/api/*', ({ request }) => {
      seen.push([request.method, request.credentials, request.headers.get('Content-Type')]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await send(api.POST('/api/logout'));
  await send(api.POST('/api/request-reset', { body: { email: 'reader@example.com' } }));
  expect(seen).toEqual([
    ['POST', 'include', null],
    ['POST', 'include', 'application/json'],
  ]);
});
