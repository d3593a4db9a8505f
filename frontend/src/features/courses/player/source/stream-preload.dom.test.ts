import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { server } from '@/test/server';

import { preloadStream, type PreloadedFile, type StreamPreload } from './stream-preload';

const FOLDER = '/media/videos/7/packages/one';
const MASTER = `${FOLDER}/master.m3u8`;
const FILES: Record<string, string> = {
  'master.m3u8':
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=700000\ntop/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=340000\nlow/index.m3u8\n',
  'low/index.m3u8':
    '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.0,\n0.m4s\n#EXTINF:4.0,\n1.m4s\n#EXT-X-ENDLIST\n',
  'low/init.mp4': 'low init',
  'low/0.m4s': 'low 0',
  'low/1.m4s': 'low 1',
  'top/index.m3u8': '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4.0,\n0.m4s\n#EXT-X-ENDLIST\n',
  'top/init.mp4': 'top init',
  'top/0.m4s': 'top 0',
};

const START = {
  playlist: `${FOLDER}/low/index.m3u8`,
  init: `${FOLDER}/low/init.mp4`,
  segment: `${FOLDER}/low/0.m4s`,
};

let requested: string[];
beforeEach(() => {
  requested = [];
  server.use(
    http.get(`${FOLDER}/*`, ({ request }) => {
      const file = new URL(request.url).pathname.slice(FOLDER.length + 1);
      requested.push(file);
      const text = FILES[file];
      return text === undefined ? new HttpResponse(null, { status: 403 }) : HttpResponse.text(text);
    }),
  );
});

/** Takes a file as soon as it is requested. */
async function taken(preload: StreamPreload, file: string): Promise<PreloadedFile> {
  let found: Promise<PreloadedFile> | undefined;
  await expect.poll(() => (found ??= preload.take(`${FOLDER}/${file}`)) !== undefined).toBe(true);
  if (!found) throw new Error(`${file} was not requested`);
  return found;
}

const text = ({ body }: PreloadedFile) => new TextDecoder().decode(body);

describe('what a stream begins with', () => {
  it('is requested before the player asks, and given once', async () => {
    const preload = preloadStream(MASTER, { quality: 'auto', startAt: 0, start: START });
    expect(text(await taken(preload, 'low/0.m4s'))).toBe('low 0');
    expect(text(await taken(preload, 'low/init.mp4'))).toBe('low init');
    const { url, times } = await taken(preload, 'master.m3u8');
    expect(text(await taken(preload, 'low/index.m3u8'))).toBe(FILES['low/index.m3u8']);
    expect(requested).toEqual(['master.m3u8', 'low/index.m3u8', 'low/init.mp4', 'low/0.m4s']);
    expect(preload.take(`${FOLDER}/low/0.m4s`)).toBeUndefined();
    expect(preload.take(`${FOLDER}/low/1.m4s`)).toBeUndefined();
    expect(new URL(url).pathname).toBe(MASTER);
    expect(times.first).toBeGreaterThanOrEqual(times.start);
    expect(times.end).toBeGreaterThanOrEqual(times.first);
  });

  it('is requested at once, before a playlist is there', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(MASTER, async () => {
        await held;
        return HttpResponse.text(FILES['master.m3u8']);
      }),
    );
    const preload = preloadStream(MASTER, { quality: 'auto', startAt: 0, start: START });
    expect(text(await taken(preload, 'low/0.m4s'))).toBe('low 0');
    expect(requested).toEqual(['low/index.m3u8', 'low/init.mp4', 'low/0.m4s']);
    answer();
    await taken(preload, 'master.m3u8');
    await expect.poll(() => requested).toHaveLength(3);
  });

  it('is what the playlists name, where the server has other names', async () => {
    server.use(
      http.get(`${FOLDER}/other.m3u8`, () =>
        HttpResponse.text('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=700000\ntop/index.m3u8\n'),
      ),
      http.get(`${FOLDER}/low/*`, () => new HttpResponse(null, { status: 404 })),
    );
    const preload = preloadStream(`${FOLDER}/other.m3u8`, {
      quality: 'auto',
      startAt: 0,
      start: START,
    });
    expect(text(await taken(preload, 'top/0.m4s'))).toBe('top 0');
    await expect(taken(preload, 'low/0.m4s')).rejects.toMatchObject({ status: 404 });
  });

  it('is what the playlists name, where the lesson’s answer names nothing', async () => {
    const preload = preloadStream(MASTER, { quality: 'auto', startAt: 0, start: undefined });
    expect(text(await taken(preload, 'low/0.m4s'))).toBe('low 0');
    expect(requested.slice(0, 2)).toEqual(['master.m3u8', 'low/index.m3u8']);
    expect(requested.slice(2).toSorted()).toEqual(['low/0.m4s', 'low/init.mp4']);
  });

  it('is the segment where the lesson starts, of the chosen quality', async () => {
    const late = preloadStream(MASTER, { quality: 'auto', startAt: 5, start: START });
    expect(text(await taken(late, 'low/1.m4s'))).toBe('low 1');
    const fixed = preloadStream(MASTER, { quality: 690_000, startAt: 0, start: START });
    expect(text(await taken(fixed, 'top/0.m4s'))).toBe('top 0');
    expect(text(await taken(fixed, 'top/init.mp4'))).toBe('top init');
    expect(requested).not.toContain('low/0.m4s');
    expect(requested.filter((file) => file === 'low/init.mp4')).toHaveLength(1);
  });

  it('is left to the player where the server refuses', async () => {
    const preload = preloadStream(`${FOLDER}/refused.m3u8`, {
      quality: 'auto',
      startAt: 0,
      start: START,
    });
    await expect(taken(preload, 'refused.m3u8')).rejects.toMatchObject({ status: 403 });
    expect(requested).toContain('refused.m3u8');
    expect(requested).not.toContain('top/index.m3u8');
  });

  it('is no longer requested when the lesson is left', async () => {
    const preload = preloadStream(MASTER, { quality: 'auto', startAt: 0, start: START });
    const file = taken(preload, 'master.m3u8');
    preload.cancel();
    await expect(file).rejects.toThrow();
    expect(requested).not.toContain('top/index.m3u8');
    await expect(taken(preload, 'low/0.m4s')).rejects.toThrow();
  });
});
