// Runs Lighthouse (mobile, simulated slow 4G and 4× slower CPU) on every public page that the server
// binary serves, prints scores and figures, and exits 1 when one misses the targets below.
// `node tests/browser/lighthouse.mjs [PATH…]`; PORTAL_SERVER names another server binary, CHROMIUM another
// browser, LIGHTHOUSE_RUNS how often each page may be measured: the best run counts, because a busy
// machine only makes a page slower.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const TARGETS = { score: 100, lcpMs: 1_500, cls: 0, tbtMs: 50 };
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = Number(process.env.LIGHTHOUSE_RUNS ?? 3);

const root = path.resolve(import.meta.dirname, '../..');
const binary = process.env.PORTAL_SERVER ?? path.join(root, 'target/release/portal-api');

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The public pages, from the sitemap of the server. */
async function pagesOf(origin) {
  const xml = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address).pathname);
}

async function ready(origin, server) {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error('The server stopped; its output is above.');
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not become ready within 30 seconds.');
}

async function measure(address, port) {
  const { lhr } = await lighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: CATEGORIES,
  });
  const value = (id) => lhr.audits[id].numericValue ?? 0;
  const scores = CATEGORIES.map((id) => Math.round((lhr.categories[id].score ?? 0) * 100));
  const failed = Object.values(lhr.audits).filter(
    (audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode === 'binary',
  );
  return {
    scores,
    lcpMs: Math.round(value('largest-contentful-paint')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    tbtMs: Math.round(value('total-blocking-time')),
    bytes: value('total-byte-weight'),
    failed: failed.map((audit) => audit.id),
  };
}

function misses({ scores, lcpMs, cls, tbtMs }) {
  return [
    ...CATEGORIES.filter((_, index) => scores[index] < TARGETS.score),
    ...(lcpMs > TARGETS.lcpMs ? ['LCP'] : []),
    ...(cls > TARGETS.cls ? ['CLS'] : []),
    ...(tbtMs >= TARGETS.tbtMs ? ['TBT'] : []),
  ];
}

async function best(address, port) {
  let kept = null;
  for (let run = 0; run < RUNS; run += 1) {
    const result = await measure(address, port);
    if (kept === null || misses(result).length < misses(kept).length) kept = result;
    if (misses(kept).length === 0) break;
  }
  return kept;
}

const folder = await mkdtemp(path.join(tmpdir(), 'portal-lighthouse-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const server = spawn(binary, [], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORTAL_LISTEN: `127.0.0.1:${port}`,
    PORTAL_PUBLIC_URL: origin,
    RUST_LOG: 'error',
  },
});

let under = 0;
let chrome = null;
try {
  await ready(origin, server);
  chrome = await launch({
    chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    chromeFlags: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
    ],
  });
  const pages = process.argv.length > 2 ? process.argv.slice(2) : await pagesOf(origin);
  process.stdout.write('perf a11y best  seo   LCP ms    CLS  TBT ms      kB  page\n');
  for (const page of pages) {
    const result = await best(origin + page, chrome.port);
    const missed = misses(result);
    if (missed.length > 0) under += 1;
    const cells = [
      ...result.scores.map((score) => String(score).padStart(4)),
      String(result.lcpMs).padStart(8),
      String(result.cls).padStart(6),
      String(result.tbtMs).padStart(7),
      (result.bytes / 1000).toFixed(0).padStart(7),
    ];
    const verdict =
      missed.length > 0 ? `   under: ${[...missed, ...result.failed].join(', ')}` : '';
    process.stdout.write(`${cells.join(' ')}  ${page}${verdict}\n`);
  }
} finally {
  await chrome?.kill();
  server.kill();
  await rm(folder, { recursive: true, force: true });
}
if (under > 0) {
  process.stderr.write(`${under} pages miss their targets.\n`);
  process.exitCode = 1;
}
