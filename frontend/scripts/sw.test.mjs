// The service worker in a fake scope: which requests it answers, from where.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeEach, describe, expect, test, vi } from 'vitest';

const ORIGIN = 'https://portal.example';
const source = await readFile(path.join(import.meta.dirname, '../public/sw.js'), 'utf8');
const DRAWINGS = ['/images/futures.svg', '/images/crypto.svg', '/images/forex.svg'];
const shell = (version) =>
  `<html><script type="module" crossorigin src="/assets/index-${version}.js"></script></html>`;

let network;
let listeners;
let store;
let silent;
let slowMs;

function fakeCaches() {
  store = new Map();
  const keyOf = (request) => new URL(request.url ?? request, ORIGIN).pathname;
  const cache = {
    match: async (request) => store.get(keyOf(request))?.clone(),
    put: async (request, response) => {
      // It reads the whole body.
      await response.clone().text();
      store.set(keyOf(request), response);
    },
    add: async (request) => void store.set(keyOf(request), await network(request)),
  };
  const open = async () => {
    if (silent) return new Promise(() => {});
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
    return cache;
  };
  return { open, delete: async () => store.clear() };
}

beforeEach(() => {
  listeners = {};
  silent = false;
  slowMs = 0;
  network = vi.fn(async (request) => {
    const { pathname } = new URL(request.url ?? request, ORIGIN);
    const isFile = /^\/(assets|images)\//.test(pathname);
    return new Response(isFile ? `file ${pathname}` : shell('one'));
  });
  const scope = {
    location: { origin: ORIGIN },
    clients: { claim: async () => undefined },
    skipWaiting: async () => undefined,
    addEventListener: (type, listener) => {
      listeners[type] = listener;
    },
  };
  // oxlint-disable-next-line no-new-func -- the worker is no module
  new Function('self', 'caches', 'fetch', source)(scope, fakeCaches(), (one) => network(one));
});

/** The worker's answer, or undefined when the browser answers; `waits` receives what the worker does besides. */
function answerTo(address, { mode = 'navigate', method = 'GET' } = {}, waits = []) {
  let answer;
  listeners.fetch({
    request: { url: new URL(address, ORIGIN).href, mode, method },
    respondWith: (response) => {
      answer = response;
    },
    waitUntil: (work) => waits.push(work),
  });
  return answer;
}

/** The same, once what the worker does besides is done. */
async function ask(address, options) {
  const waits = [];
  const response = await answerTo(address, options, waits);
  await Promise.all(waits);
  return response;
}

const offline = () => {
  network.mockImplementation(async () => {
    throw new TypeError('Failed to fetch');
  });
};

describe('a call', () => {
  test('goes to the network without the worker, if the browser supports it', () => {
    const addRoutes = vi.fn(async () => undefined);
    listeners.install({ addRoutes });
    const condition = { urlPattern: { pathname: '/api/*' } };
    expect(addRoutes).toHaveBeenCalledWith({ condition, source: 'network' });
    expect(() => listeners.install({})).not.toThrow();
  });
});

describe('a page of the portal', () => {
  test.each(['/portal', '/portal/course/7', '/portal/search', '/courses/7'])(
    '%s is shown without a connection, once a page of the portal was opened',
    async (address) => {
      await ask('/portal/courses');
      offline();
      expect(await (await ask(address)).text()).toBe(shell('one'));
    },
  );

  test('comes from the network when there is one', async () => {
    await ask('/portal');
    network.mockImplementation(async () => new Response(shell('two')));
    expect(await (await ask('/portal')).text()).toBe(shell('two'));
  });

  test('comes from the network also when the server answers an error, which is not kept', async () => {
    await ask('/portal');
    network.mockImplementation(async () => new Response('down', { status: 503 }));
    expect((await ask('/portal')).status).toBe(503);
    offline();
    expect(await (await ask('/portal')).text()).toBe(shell('one'));
  });
});

test.each([
  '/',
  '/courses',
  '/courses/futures',
  '/pricing',
  '/portal/auth',
  '/portal/discord/callback',
  '/api/user',
  '/media/videos/7',
  '/media/courses/7/image',
  '/images/else.svg',
])('%s is left to the browser', async (address) => {
  expect(await ask(address)).toBeUndefined();
  expect(await ask(address, { mode: 'cors' })).toBeUndefined();
  expect(network).not.toHaveBeenCalled();
});

test('a change is left to the browser', async () => {
  expect(await ask('/assets/x.js', { mode: 'cors', method: 'POST' })).toBeUndefined();
});

/** An answer whose body ends with an error, such as that of a page which is left meanwhile. */
const broken = () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('Error in input stream')),
  });
  return new Response(body);
};

describe('what cannot be kept', () => {
  test.each([
    ['/portal', 'navigate'],
    ['/assets/player-1.js', 'cors'],
    ['/images/futures.svg', 'no-cors'],
  ])('%s is no failure of the worker', async (address, mode) => {
    network.mockImplementation(async () => broken());
    const waits = [];
    await answerTo(address, { mode }, waits);
    expect(await Promise.allSettled(waits)).toEqual(
      waits.map(() => ({ status: 'fulfilled', value: undefined })),
    );
    expect(waits).not.toEqual([]);
  });
});

describe('the files of a page', () => {
  test('are kept when they were used, and not fetched twice', async () => {
    await ask('/assets/player-1.js', { mode: 'cors' });
    offline();
    const again = await ask('/assets/player-1.js', { mode: 'cors' });
    expect(await again.text()).toBe('file /assets/player-1.js');
  });

  test('are kept also when the page was loaded before the worker', async () => {
    let work;
    listeners.message({
      data: {
        keep: [`${ORIGIN}/assets/index-one.js`, `${ORIGIN}/api/user`, 'https://else/assets/x.js'],
      },
      waitUntil: (promise) => {
        work = promise;
      },
    });
    await work;
    expect([...store.keys()]).toEqual(['/portal', ...DRAWINGS, '/assets/index-one.js']);
  });

  test('are not kept when the page is of the version before', async () => {
    network.mockImplementation(async () => new Response(shell('two')));
    let work;
    listeners.message({
      data: { keep: [`${ORIGIN}/assets/index-one.js`, `${ORIGIN}/assets/old-1.js`] },
      waitUntil: (promise) => {
        work = promise;
      },
    });
    await work;
    expect([...store.keys()]).toEqual(['/portal', ...DRAWINGS]);
  });

  test('of the version before are removed', async () => {
    await ask('/portal');
    await ask('/assets/old-1.js', { mode: 'cors' });
    network.mockImplementation(async () => new Response(shell('two')));
    await ask('/portal');
    expect([...store.keys()]).toEqual(['/portal']);
  });
});

describe('a store that never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    silent = true;
    return () => vi.useRealTimers();
  });
  const within = async (ms, promise) => {
    const outcome = promise.then(
      (response) => response.text(),
      (error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(ms);
    return Promise.race([outcome, 'nothing yet']);
  };

  test.each([
    ['a page', '/portal', 'navigate', shell('one'), 0],
    ['a file', '/assets/player-1.js', 'cors', 'file /assets/player-1.js', 2_000],
    ['a drawing', '/images/futures.svg', 'no-cors', 'file /images/futures.svg', 0],
  ])('is not waited for, or two seconds: %s', async (_, address, mode, text, ms) => {
    expect(await within(ms, answerTo(address, { mode }))).toBe(text);
  });

  test('is waited for half a minute without a connection', async () => {
    offline();
    const page = answerTo('/portal');
    expect(await within(29_999, page)).toBe('nothing yet');
    expect(await within(1, page)).toBe('Failed to fetch');
  });
});

describe('a store that answers after four seconds', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test.each([
    ['a page', '/portal', 'navigate', shell('one')],
    ['a file', '/assets/player-1.js', 'cors', 'file /assets/player-1.js'],
    ['a drawing', '/images/futures.svg', 'no-cors', 'file /images/futures.svg'],
  ])('is waited for without a connection: %s', async (_, address, mode, text) => {
    await ask(address, { mode });
    offline();
    slowMs = 4_000;
    const shown = answerTo(address, { mode });
    await vi.advanceTimersByTimeAsync(slowMs);
    expect(await (await shown).text()).toBe(text);
  });
});

describe('the drawing of a course type', () => {
  const drawing = async () => (await ask('/images/futures.svg', { mode: 'no-cors' })).text();

  test('is shown without a connection once it was shown', async () => {
    await drawing();
    offline();
    expect(await drawing()).toBe('file /images/futures.svg');
  });

  test('comes from the network when there is one, because its name stays when it changes', async () => {
    await drawing();
    network.mockImplementation(async () => new Response('drawn anew'));
    expect(await drawing()).toBe('drawn anew');
    offline();
    expect(await drawing()).toBe('drawn anew');
  });

  test('is missing without a connection where it was never had', async () => {
    offline();
    await expect(drawing()).rejects.toThrow('Failed to fetch');
  });
});
