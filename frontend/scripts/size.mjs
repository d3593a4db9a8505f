// Checks budgets, in brotli-compressed bytes: at most 100 kB of script before a public page is interactive, counted from what
// each prerendered page names in its HTML; at most 130, 155 and 147 kB of script for the dashboard, a lesson and the account;
// at most 134 kB for each page of staff, whose forms use the libraries of the members' forms, and of it at most 90 kB beyond the
// entry, which every page of the product loads;
// at most 8 kB for the list of live sessions beyond what every page of the portal loads;
// at most 20 kB for the chart with everything it needs, without what the member's first page has loaded already; and at most
// 25 kB for a run's room with its desk and chart, without what the course page has loaded. What no HTML names is counted from
// Vite's manifest.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { brotliCompressSync } from 'node:zlib';

import { closure, ENTRY, readManifest } from './manifest.mjs';

const LIMIT_BYTES = 100_000;
const LIVE_LIMIT_BYTES = 8_000;
const LIVE_PAGE = 'src/app/pages/live/live-page.tsx';
const CHART_LIMIT_BYTES = 20_000;
const FIRST_PAGE = 'src/app/pages/dashboard/dashboard-page.tsx';
const REPLAY_LIMIT_BYTES = 25_000;
const COURSE_PAGE = 'src/app/pages/courses/watch-course.tsx';
const REPLAY = 'src/app/pages/courses/run/run-room.tsx';
const CHART = 'src/features/practice/exercise/exercise-chart.tsx';
const PORTAL = 'src/app/layouts/portal-layout.tsx';
/** Pages of the portal, opened by their address: what each needs before it is drawn whole. */
const PORTAL_PAGES = [
  { name: 'the dashboard', parts: [FIRST_PAGE], limit: 130_000 },
  {
    name: 'a lesson',
    parts: ['src/app/pages/courses/portal-course-page.tsx', COURSE_PAGE],
    limit: 155_000,
  },
  { name: 'the account', parts: ['src/app/pages/accounts/account-page.tsx'], limit: 147_000 },
];
const STAFF = 'src/app/layouts/staff-layout.tsx';
/** As members see a page of staff: not at all. */
const STAFF_ONLY = /^src\/(features\/staff|app\/(pages\/staff|layouts\/staff-))/;
const STAFF_LIMIT_BYTES = 134_000;
const STAFF_OWN_LIMIT_BYTES = 90_000;
const STAFF_PAGES = ['today', 'member', 'questions', 'live', 'join'];
const dist = path.resolve(import.meta.dirname, '../dist');

const pages = (await readdir(dist, { recursive: true }))
  .filter((name) => name.endsWith('index.html') || name === '404.html')
  .sort();
const sizes = new Map();

async function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, brotliCompressSync(await readFile(file)).length);
  return sizes.get(file);
}

function report(name, bytes, limit) {
  const verdict = bytes > limit ? 'OVER' : 'ok';
  process.stdout.write(
    `${verdict.padEnd(5)}${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}\n`,
  );
  return bytes > limit;
}

let over = 0;
for (const page of pages) {
  const html = await readFile(path.join(dist, page), 'utf8');
  const scripts = new Set([...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map((m) => m[1]));
  let total = 0;
  for (const script of scripts) total += await sizeOf(path.join(dist, script));
  if (report(page, total, LIMIT_BYTES)) over += 1;
}
if (pages.length === 0) {
  process.stderr.write('Nothing to measure: run `npm run build` first.\n');
  process.exit(1);
}

const manifest = await readManifest(dist);

/** A part of a page with everything that the pages before it have not loaded. */
async function partSize(part, before) {
  const loaded = new Set(closure(manifest, [ENTRY, ...before]));
  let total = 0;
  for (const file of [...closure(manifest, [part]), ...(manifest[part].css ?? [])]) {
    if (!loaded.has(file)) total += await sizeOf(path.join(dist, file));
  }
  return total;
}

let portalOver = 0;
for (const { name, parts, limit } of PORTAL_PAGES) {
  let total = 0;
  for (const file of closure(manifest, [ENTRY, PORTAL, ...parts])) {
    total += await sizeOf(path.join(dist, file));
  }
  if (!report(name, total, limit)) continue;
  portalOver += 1;
  process.stderr.write(`The script of ${name} has more than ${limit / 1000} kB.\n`);
}
for (const name of STAFF_PAGES) {
  const page = `src/app/pages/staff/${name}-page.tsx`;
  let total = 0;
  for (const file of closure(manifest, [ENTRY, STAFF, page])) {
    total += await sizeOf(path.join(dist, file));
  }
  const own = (await partSize(STAFF, [])) + (await partSize(page, [STAFF]));
  const isOver = report(`staff: ${name}`, total, STAFF_LIMIT_BYTES);
  const isOwnOver = report(`staff: ${name}, beyond the entry`, own, STAFF_OWN_LIMIT_BYTES);
  if (isOver || isOwnOver) portalOver += 1;
}
/** Files that hold staff's pages alone, and are loaded with a page of members all the same. */
const staffFiles = new Set(
  Object.entries(manifest).flatMap(([source, { file }]) => (STAFF_ONLY.test(source) ? [file] : [])),
);
for (const { name, parts } of PORTAL_PAGES) {
  const loaded = closure(manifest, [ENTRY, PORTAL, ...parts]).filter((file) =>
    staffFiles.has(file),
  );
  if (loaded.length === 0) continue;
  portalOver += 1;
  process.stderr.write(`${name} loads the script of staff's pages: ${loaded.join(', ')}\n`);
}
if (report('the live sessions', await partSize(LIVE_PAGE, [PORTAL]), LIVE_LIMIT_BYTES)) {
  portalOver += 1;
}
const chartIsOver = report('the chart', await partSize(CHART, [FIRST_PAGE]), CHART_LIMIT_BYTES);
const replay = await partSize(REPLAY, [FIRST_PAGE, COURSE_PAGE]);
const replayIsOver = report('the replay', replay, REPLAY_LIMIT_BYTES);

if (chartIsOver) {
  process.stderr.write(`The chart has more than ${CHART_LIMIT_BYTES / 1000} kB.\n`);
}
if (replayIsOver) {
  process.stderr.write(`The replay has more than ${REPLAY_LIMIT_BYTES / 1000} kB.\n`);
}
if (over > 0) {
  process.stderr.write(`${over} pages carry more than ${LIMIT_BYTES / 1000} kB of script.\n`);
}
if (over + portalOver > 0 || chartIsOver || replayIsOver) process.exit(1);
