import { afterEach, expect, it, vi } from 'vitest';

import { prefetchHlsScript } from './hls-script';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('./hls-engine', () => {
  loaded.count += 1;
  return { startHls: () => {} };
});

const LONG = { hls: '/hls', file: '/file', duration: 600 };

afterEach(() => void vi.unstubAllGlobals());

it('is fetched early for a lesson that begins with it, and for no other', async () => {
  // This DOM has no Media Source: nothing plays HLS here.
  prefetchHlsScript(LONG);
  vi.stubGlobal('MediaSource', EventTarget);
  prefetchHlsScript({ ...LONG, hls: null });
  prefetchHlsScript({ ...LONG, duration: 60 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(loaded.count).toBe(0);
  prefetchHlsScript(LONG);
  await expect.poll(() => loaded.count).toBe(1);
});
