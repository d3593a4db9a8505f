// A site whose pages are those of an earlier release until it is upgraded; its calls reach today's server all the time.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/releases/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../../frontend/dist/', import.meta.url));

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
};

const VERSION = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/**
 * `{ name, files }` of each earlier release that is kept, and of today's build under the names that another build would give it. What the
 * release of today's version left may have the same names as today's build, and then nothing gives way.
 */
export function earlierReleases() {
  const earlier = namesIn(FIXTURES).filter((name) => name !== VERSION);
  const kept = earlier.map((name) => ({
    name,
    files: filesIn(join(FIXTURES, name, 'browser')),
  }));
  return [...kept, { name: 'another build', files: renamed(filesIn(BUILT)) }];
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The shell, its service worker, and what they load, by path. */
function filesIn(folder) {
  const read = (name) => {
    try {
      return readFileSync(join(folder, name));
    } catch {
      return brotliDecompressSync(readFileSync(join(folder, `${name}.br`)));
    }
  };
  const assets = readdirSync(join(folder, 'assets'))
    .map((name) => name.replace(/\.br$/, ''))
    .filter((name) => /\.(js|css|woff2)$/.test(name));
  const names = ['app.html', 'sw.js', ...new Set(assets.map((name) => `assets/${name}`))];
  return new Map(names.map((name) => [`/${name}`, read(name)]));
}

/** Every file under /assets/ gets another hash, in its name and wherever it is named. */
function renamed(files) {
  const names = [...files.keys()].filter((path) => path.startsWith('/assets/')).map(nameOf);
  const other = new Map(names.map((name) => [name, name.replace(/(.{8})(\.\w+)$/, turned)]));
  const pattern = new RegExp(names.map((name) => escaped(name)).join('|'), 'g');
  const rename = (text) => text.replaceAll(pattern, (name) => other.get(name));
  const entries = [...files].map(([path, bytes]) => [
    rename(path),
    path.endsWith('.woff2') ? bytes : Buffer.from(rename(bytes.toString())),
  ]);
  const result = new Map(entries);
  result.set('/sw.js', Buffer.concat([result.get('/sw.js'), Buffer.from('\n// Another build.\n')]));
  return result;
}

const nameOf = (path) => basename(path);
const turned = (_, hash, ending) => `${[...hash].toReversed().join('')}${ending}`;
const escaped = (text) => text.replaceAll('.', String.raw`\.`);

/** `serve(files)` shows an earlier release's pages, `upgrade()` today's; `reach(url)` names today's server. */
export async function startSite() {
  let [files, server] = [undefined, undefined];
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://site');
    const isPage = request.method === 'GET' && /^\/portal(\/|$)/.test(pathname);
    const path = isPage ? '/app.html' : pathname;
    if (files?.has(path)) {
      const lasting = path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache';
      response.writeHead(200, {
        'content-type': TYPES[path.split('.').at(-1)],
        'cache-control': lasting,
      });
      response.end(files.get(path));
    } else if (files !== undefined && path.startsWith('/assets/')) {
      response.writeHead(404).end();
    } else {
      passOn(server, request, response);
    }
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${site.address().port}`,
    reach: (url) => (server = new URL(url)),
    serve: (earlier) => (files = earlier),
    upgrade: () => (files = undefined),
    stop: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

function passOn({ hostname, port }, request, response) {
  const { method, url, headers } = request;
  const onward = forward({ hostname, port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
