// Requests what the first picture of an HLS stream needs while hls.js is still loading: the master playlist, the playlist
// of the rendition that plays first, its init segment and its segment at the start position. The lesson's answer names
// those of the low rendition, so that a stream takes one answer and not three in a row.
import { fetchFile } from '@/lib/api-client';

import { filesAt, parseVariants } from './playlists';
import type { StreamStart } from './delivery';
import { lowestRung, rungFor, type Quality } from './quality';

/** Times are from `performance.now()`. */
export interface PreloadedFile {
  /** Where it was found, after redirections. */
  url: string;
  body: ArrayBuffer;
  /** When it was requested, when its answer began, when it was complete. */
  times: { start: number; first: number; end: number };
}

export interface StreamPreload {
  /** A file that was requested; each is given once. */
  take: (url: string) => Promise<PreloadedFile> | undefined;
  cancel: () => void;
}

interface PreloadOptions {
  quality: Quality;
  /** Where the lesson starts, in seconds. */
  startAt: number;
  /** The files that the lesson's answer names; without them the playlists name the files. */
  start: StreamStart | null | undefined;
}

/** Without an answer for so long, hls.js asks itself. */
const GIVE_UP_MS = 10_000;

export function preloadStream(master: string, options: PreloadOptions): StreamPreload {
  const { quality, startAt, start } = options;
  const files = new Map<string, Promise<PreloadedFile>>();
  const stop = new AbortController();
  const requested = new Set<string>();
  const request = (url: string) => {
    const file = load(url, stop);
    requested.add(url);
    files.set(url, file);
    return file;
  };
  /** The files that are probably needed. If the playlists name other files, those files are used. */
  const requestEarly = (address: string) => {
    const url = absolute(address);
    const file = request(url);
    file.catch(() => {});
    return { url, file };
  };
  const loadAll = async () => {
    const masterFile = request(absolute(master));
    const early = start && quality === 'auto' ? requestEarly(start.playlist) : undefined;
    if (start && early) requestEarly(start.init);
    if (start && early && startAt <= 0) requestEarly(start.segment);
    const variants = parseVariants(...textOf(await masterFile));
    const variant = quality === 'auto' ? lowestRung(variants) : rungFor(variants, quality);
    if (!variant) return;
    const playlist = variant.url === early?.url ? early.file : request(variant.url);
    const first = filesAt(...textOf(await playlist), startAt);
    await Promise.all(first.filter((url) => !requested.has(url)).map(request));
  };
  // hls.js requests again what could not be had, and finds out why.
  loadAll().catch(() => {});
  return {
    take: (url) => {
      const file = files.get(absolute(url));
      files.delete(absolute(url));
      return file;
    },
    cancel: () => stop.abort(),
  };
}

const absolute = (url: string) => new URL(url, location.href).href;

/** A playlist's text, and the address that its own addresses are relative to. */
function textOf({ body, url }: PreloadedFile): [string, string] {
  return [new TextDecoder().decode(body), url];
}

async function load(url: string, stop: AbortController): Promise<PreloadedFile> {
  const start = performance.now();
  const timer = setTimeout(() => stop.abort(), GIVE_UP_MS);
  try {
    const response = await fetchFile(url, { signal: stop.signal });
    clearTimeout(timer);
    const first = performance.now();
    const body = await response.arrayBuffer();
    return { url: response.url || url, body, times: { start, first, end: performance.now() } };
  } finally {
    clearTimeout(timer);
  }
}
