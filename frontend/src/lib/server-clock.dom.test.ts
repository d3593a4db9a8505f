import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { server } from '@/test/server';

import { api, call } from './api-client';
import { forgetServerTime, readServerTime, serverNow } from './server-clock';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** An answer that begins now, `took` milliseconds after its request. */
function answer(at: number, { took = 0, ...headers }: { took?: number; Age?: string } = {}) {
  const time = new Date(at).toUTCString();
  readServerTime(new Headers({ ...headers, Date: time }), performance.now() - took);
}

const ahead = () => serverNow() - Date.now();

describe("the server's time", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW }));
  afterEach(() => void vi.useRealTimers());

  it("is the device's before any answer", () => {
    expect(serverNow()).toBe(NOW);
  });

  it.each([
    ['three minutes slow', 3 * MINUTE_MS],
    ['hours slow', 7 * HOUR_MS],
    ['hours fast', -7 * HOUR_MS],
  ])('is known with a device that is %s', (_, difference) => {
    answer(NOW + difference);
    expect(Math.abs(serverNow() - NOW - difference)).toBeLessThanOrEqual(1_000);
    vi.advanceTimersByTime(HOUR_MS);
    expect(Math.abs(serverNow() - NOW - HOUR_MS - difference)).toBeLessThanOrEqual(1_000);
  });

  it('is read from the answer of each call', async () => {
    const headers = { Date: new Date(NOW + HOUR_MS).toUTCString() };
    server.use(http.get('/api/user', () => HttpResponse.json({}, { headers })));
    await call(api.GET('/api/user'));
    expect(Math.abs(ahead() - HOUR_MS)).toBeLessThanOrEqual(1_000);
  });

  it('does not follow differences under two seconds, nor the time that an answer took', () => {
    answer(NOW + 1_900);
    answer(NOW - 1_900);
    answer(NOW - 30_000, { took: 30_000 });
    expect(ahead()).toBe(0);
    answer(NOW + HOUR_MS);
    const known = ahead();
    answer(NOW + HOUR_MS - 10_000, { took: 12_000 });
    expect(ahead()).toBe(known);
  });

  it("is the device's again when its clock was corrected", () => {
    answer(NOW + HOUR_MS);
    vi.setSystemTime(NOW + HOUR_MS);
    answer(NOW + HOUR_MS);
    expect(ahead()).toBe(0);
  });

  it('is not read from an answer that a shared cache kept', () => {
    answer(NOW - HOUR_MS, { Age: '3600' });
    expect(ahead()).toBe(0);
  });

  it('stays known when the page is opened again without a connection', () => {
    answer(NOW + HOUR_MS);
    const known = ahead();
    forgetServerTime();
    expect(ahead()).toBe(known);
  });

  it('does without storage, and without what cannot be read', () => {
    localStorage.setItem('server-clock', 'soon');
    expect(serverNow()).toBe(NOW);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    answer(NOW + HOUR_MS);
    expect(Math.abs(ahead() - HOUR_MS)).toBeLessThanOrEqual(1_000);
  });
});
