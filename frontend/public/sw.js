// Lets the portal's pages be reloaded without a connection: keeps their empty shell and the scripts and styles that were
// used, and the drawings of the course types. The network always comes first for a page, so that nothing is shown that an
// update has replaced; public pages, calls and media are not touched. What the pages show is kept by the pages (src/lib/offline/kept-answers.ts).
const CACHE = 'portal-shell';
const SHELL = '/portal';
/** The pages that the browser renders: all have the same shell. The sign-in pages need the server. */
const PAGES = /^\/(portal(\/(?!auth$|discord\/).+)?|courses\/\d+)\/?$/;
const ASSETS = '/assets/';
/** Shown for a course without a picture of its own, and where that cannot be had. */
const DRAWINGS = ['/images/futures.svg', '/images/crypto.svg', '/images/forex.svg'];
/** After this a page is shown from the shell: its own calls say that there is no connection. */
const SLOW_MS = 5_000;
/** After this a file is asked from the network, though the browser's store has not answered: it may never do so. */
const STORE_MS = 2_000;
/** The store is waited for this long where the network has no answer: nothing else can be shown. */
const ONLY_STORE_MS = 30_000;

self.addEventListener('install', (event) => {
  void self.skipWaiting();
  // Chromium loses a request that outlives its page (`keepalive`: the position as the page is left) when it asks this worker
  // first. Static routing (Service Workers, "addRoutes") sends the calls past the worker; other browsers need no route.
  const route = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' };
  event.addRoutes?.(route)?.catch(() => undefined);
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

/** The page's files were loaded before this worker began to see them. */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) inBackground(event, keepPage(event.data.keep));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (PAGES.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith(ASSETS)) {
    event.respondWith(asset(event));
  } else if (DRAWINGS.includes(pathname)) {
    event.respondWith(drawing(event));
  }
});

function page(event) {
  const loaded = fetch(event.request);
  inBackground(
    event,
    loaded.then((response) => keepShell(response.clone())),
  );
  return orKept(loaded, find(SHELL));
}

/** What is not kept, because the page was left while it was loading or the disk is full, is loaded again. */
function inBackground(event, keeping) {
  event.waitUntil(keeping.catch(() => undefined));
}

/** What comes from the network; what is kept where that has no answer, or not in time. */
function orKept(loaded, kept) {
  const shown = async () => (await within(ONLY_STORE_MS, kept)) ?? loaded;
  const slow = new Promise((resolve) => setTimeout(() => resolve(shown()), SLOW_MS));
  return Promise.race([loaded.catch(shown), slow]);
}

/** What is kept; undefined if nothing is, or if the store cannot be read. */
async function find(request) {
  try {
    return await (await caches.open(CACHE)).match(request);
  } catch {
    return undefined;
  }
}

/** What the browser's store answers in time; else undefined (src/lib/offline/store-time.ts). */
function within(ms, answer) {
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, ms))]);
}

async function put(request, response) {
  await (await caches.open(CACHE)).put(request, response);
}

/** Files under /assets/ have their content's hash in their name: they never change. */
async function asset(event) {
  const kept = find(event.request);
  return (await within(STORE_MS, kept)) ?? orKept(fetchAndKeep(event), kept);
}

/** A drawing keeps its name when it changes: what is kept is shown only where there is no answer. */
function drawing(event) {
  return orKept(fetchAndKeep(event), find(event.request));
}

/** The answer does not wait until it is kept. */
async function fetchAndKeep(event) {
  const response = await fetch(event.request);
  if (response.status === 200) inBackground(event, put(event.request, response.clone()));
  return response;
}

async function keepPage(addresses) {
  const paths = addresses.map((address) => new URL(address, self.location.origin));
  const files = paths
    .filter(
      ({ origin, pathname }) => origin === self.location.origin && pathname.startsWith(ASSETS),
    )
    .map(({ pathname }) => pathname);
  const entry = await keepShell(await fetch(SHELL));
  const cache = await caches.open(CACHE);
  for (const address of DRAWINGS) {
    if ((await cache.match(address)) === undefined) await cache.add(address).catch(() => undefined);
  }
  // The page is of another version than the shell that is kept now: its files would stay for good.
  if (!files.includes(entry)) return;
  for (const file of files) {
    if ((await cache.match(file)) === undefined) await cache.add(file).catch(() => undefined);
  }
}

/**
 * A shell with another entry script is a new version: the files of the version before are removed. Returns the entry script;
 * undefined if the answer is no shell.
 */
async function keepShell(response) {
  if (response.status !== 200) return undefined;
  const html = await response.clone().text();
  const entry = entryOf(html);
  if (entry === undefined) return undefined;
  const before = await (await caches.open(CACHE)).match(SHELL);
  if (before !== undefined && entryOf(await before.text()) !== entry) await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(SHELL, response);
  return entry;
}

function entryOf(html) {
  return /<script type="module"[^>]*src="(\/assets\/[^"]+)"/.exec(html)?.[1];
}
