import { afterEach, describe, expect, test, vi } from 'vitest';

import { ChunkError, loadOrReload } from './chunk-failure';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const KEY = 'reloaded-for-missing-file';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
});

function watchReloads() {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  return reload;
}

describe('a missing part of the page', () => {
  test('reloads the page once, then throws', async () => {
    const reload = watchReloads();
    void loadOrReload(missing);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await expect(loadOrReload(missing)).rejects.toBeInstanceOf(ChunkError);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('reloads again after the next deployment', async () => {
    const reload = watchReloads();
    sessionStorage.setItem(KEY, String(Date.now() - 61_000));
    void loadOrReload(missing);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('never reloads where a second reload could not be prevented', async () => {
    const reload = watchReloads();
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    await expect(loadOrReload(missing)).rejects.toBeInstanceOf(ChunkError);
    expect(reload).not.toHaveBeenCalled();
  });

  test('keeps the page where there is no connection', async () => {
    const reload = watchReloads();
    vi.stubGlobal('navigator', { onLine: false });
    await expect(loadOrReload(missing)).rejects.toBeInstanceOf(ChunkError);
    expect(reload).not.toHaveBeenCalled();
  });

  test('reloads no page that is being left, and a page that stays a little later', async () => {
    const reload = watchReloads();
    vi.useFakeTimers();
    window.dispatchEvent(new Event('beforeunload'));
    void loadOrReload(missing);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('returns what was loaded', async () => {
    await expect(loadOrReload(() => Promise.resolve('page'))).resolves.toBe('page');
  });
});
