import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, NetworkError } from '@/lib/api-client';
import { server } from '@/test/server';

import { ChunkError } from './chunk-failure';
import { LoadBoundary } from './load-boundary';
import { messageOf } from './page-errors';

/** A page load of its own at this address, and what it reports. */
async function opened(address: string) {
  const reports: unknown[] = [];
  server.use(
    http.post('/api/page-errors', async ({ request }) => {
      reports.push(await request.json());
      return new HttpResponse(null, { status: 202 });
    }),
  );
  history.replaceState(null, '', address);
  vi.resetModules();
  return { reports, ...(await import('./page-errors')) };
}

beforeEach(() => history.replaceState(null, '', '/'));

describe('an error that nothing caught', () => {
  it('is reported once, with the route’s pattern and the version', async () => {
    const { reports, watchErrors } = await opened('/portal/course/7?lesson=701&token=secret');
    watchErrors();
    const error = new TypeError("Cannot read properties of undefined (reading 'bars')");
    window.dispatchEvent(new ErrorEvent('error', { error }));
    window.dispatchEvent(new ErrorEvent('error', { error }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    expect(reports[0]).toEqual({
      message: "TypeError: Cannot read properties of undefined (reading 'bars')",
      route: '/portal/course/:id',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('Another') }));
    await vi.waitFor(() => expect(reports).toHaveLength(2));
  });

  it('is reported five times at most in one page load', async () => {
    const { reports, reportPageError } = await opened('/nowhere');
    for (const letter of 'abcdefgh') reportPageError(new Error(letter));
    await vi.waitFor(() => expect(reports).toHaveLength(5));
    expect(reports).toMatchObject([...'abcde'].map((letter) => ({ message: `Error: ${letter}` })));
    expect(reports[0]).toMatchObject({ route: '*' });
  });

  it('carries no address and no content', () => {
    const said = (message: string) => messageOf(new Error(message));
    expect(said('Failed at https://a.example/x?token=1 for me@a.example')).toBe(
      'Error: Failed at … for …',
    );
    expect(said('Unexpected token, "My own words" is not valid JSON')).toBe(
      "Error: Unexpected token, '…' is not valid JSON",
    );
    expect(said('No lesson 123456\nof 7')).toBe('Error: No lesson … of 7');
    expect(said('can’t access property "bars", chart is undefined')).toContain('property "bars"');
    expect(said('x'.repeat(500))).toHaveLength(200);
  });

  it('is no failure of the connection, of a call, of a deployment or of an extension', () => {
    const extension = new Error('Theirs');
    extension.stack = 'Error: Theirs\n at chrome-extension://abc/content.js:1:1';
    const refused = new ApiError(new Response(null, { status: 500 }), null);
    const given = [
      new NetworkError(null),
      refused,
      new ChunkError('gone'),
      extension,
      'text',
      null,
    ];
    expect(given.map(messageOf)).toEqual(given.map(() => undefined));
    expect(messageOf(new DOMException('stopped', 'AbortError'))).toBeUndefined();
  });
});

it('what a boundary shows is given to the report', () => {
  const caught = vi.fn();
  function Broken(): never {
    throw new RangeError('Broken page');
  }
  render(
    <MemoryRouter>
      <LoadBoundary>
        <Broken />
      </LoadBoundary>
    </MemoryRouter>,
    { onCaughtError: caught },
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This page ran into a problem');
  expect(messageOf(caught.mock.calls[0]?.[0])).toBe('RangeError: Broken page');
});
