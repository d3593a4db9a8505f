import {
  Hls,
  LoaderContextType,
  type LoaderCallbacks,
  type LoaderContext,
  type LoaderResponse,
} from 'hls.js/light';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { server } from '@/test/server';

import { loaderWith } from './preloaded-loader';
import type { PreloadedFile } from './stream-preload';

const PLAYLIST = '/media/low/index.m3u8';
const FILE: PreloadedFile = {
  url: 'http://localhost:3000/moved/index.m3u8',
  body: new TextEncoder().encode('#EXTM3U').buffer,
  times: { start: 10, first: 110, end: 120 },
};

/** Loads the playlist, and returns what the loader says. */
function load(file: Promise<PreloadedFile> | undefined) {
  const loader = new (loaderWith({ take: () => file, cancel: () => {} }))(Hls.DefaultConfig);
  const context: LoaderContext = {
    url: PLAYLIST,
    responseType: 'text',
    type: LoaderContextType.LEVEL,
  };
  const said: string[] = [];
  const responses: LoaderResponse[] = [];
  const callbacks: LoaderCallbacks<LoaderContext> = {
    onSuccess: (response) => {
      said.push('success');
      responses.push(response);
    },
    onError: () => said.push('error'),
    onTimeout: () => said.push('timeout'),
    onAbort: () => said.push('abort'),
  };
  const loadPolicy = Hls.DefaultConfig.playlistLoadPolicy.default;
  const timeout = loadPolicy.maxLoadTimeMs;
  loader.load(
    context,
    { loadPolicy, timeout, maxRetry: 0, retryDelay: 0, maxRetryDelay: 0 },
    callbacks,
  );
  const response = async () => {
    await expect.poll(() => said).toEqual(['success']);
    return responses[0];
  };
  return { loader, said, response };
}

describe('the loader', () => {
  it('takes what was requested before, with the times of that request', async () => {
    const { loader, response } = load(Promise.resolve(FILE));
    // hls.js does not ask for the same file meanwhile.
    expect(loader.context?.url).toBe(PLAYLIST);
    expect(await response()).toEqual({ url: FILE.url, data: '#EXTM3U', code: 200 });
    expect(loader.stats.loading).toEqual(FILE.times);
    expect(loader.stats).toMatchObject({ loaded: 7, total: 7, bwEstimate: 5_600 });
  });

  it.each([
    ['was not requested before', () => undefined],
    ['was refused before', () => Promise.reject(new Error('refused'))],
  ])('requests what %s', async (_why, file) => {
    server.use(http.get(PLAYLIST, () => HttpResponse.text('from the server')));
    const { response } = load(file());
    expect(await response()).toMatchObject({ data: 'from the server', code: 200 });
  });

  it('says nothing more once it is aborted or destroyed', async () => {
    const file = Promise.resolve(FILE);
    const aborted = load(file);
    const destroyed = load(file);
    aborted.loader.abort();
    destroyed.loader.destroy();
    await file;
    expect(aborted.said).toEqual(['abort']);
    expect(destroyed.said).toEqual([]);
  });
});
