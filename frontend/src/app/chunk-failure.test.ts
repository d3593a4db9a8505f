import { afterEach, describe, expect, test, vi } from 'vitest';

import { ChunkError, loadOrReload } from './chunk-failure';

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const KEY = 'reloaded-for-missing-file';

afterEach(() => vi.unstubAllGlobals());

function watchReloads() {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  return reload;
}

describe('a part of the page that is gone', () => {
  test('reloads the page once, then says so', async () => {
    const reload = watchReloads();
    void loadOrReload(gone);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await expect(loadOrReload(gone)).rejects.toBeInstanceOf(ChunkError);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('reloads again after the next deployment', async () => {
    const reload = watchReloads();
    sessionStorage.setItem(KEY, String(Date.now() - 61_000));
    void loadOrReload(gone);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('never reloads where nothing could stop a second time', async () => {
    const reload = watchReloads();
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    await expect(loadOrReload(gone)).rejects.toBeInstanceOf(ChunkError);
    expect(reload).not.toHaveBeenCalled();
  });

  test('what loads is handed over', async () => {
    await expect(loadOrReload(() => Promise.resolve('page'))).resolves.toBe('page');
  });
});
