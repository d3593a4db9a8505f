// Checks the budget of design-language.md: at most 100 kB of compressed script before a public page is interactive.
// Counts the brotli-compressed scripts that each prerendered page names in its HTML.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { brotliCompressSync } from 'node:zlib';

const LIMIT_BYTES = 100_000;
const dist = path.resolve(import.meta.dirname, '../dist');

const pages = (await readdir(dist, { recursive: true }))
  .filter((name) => name.endsWith('index.html') || name === '404.html')
  .sort();
const sizes = new Map();

async function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, brotliCompressSync(await readFile(file)).length);
  return sizes.get(file);
}

let over = 0;
for (const page of pages) {
  const html = await readFile(path.join(dist, page), 'utf8');
  const scripts = new Set([...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map((m) => m[1]));
  let total = 0;
  for (const script of scripts) total += await sizeOf(path.join(dist, script));
  if (total > LIMIT_BYTES) over += 1;
  const verdict = total > LIMIT_BYTES ? 'OVER' : 'ok';
  process.stdout.write(
    `${verdict.padEnd(5)}${(total / 1000).toFixed(1).padStart(7)} kB  ${page}\n`,
  );
}
if (pages.length === 0) {
  process.stderr.write('Nothing to measure: run `npm run build` first.\n');
  process.exit(1);
}
if (over > 0) {
  process.stderr.write(`${over} pages carry more than ${LIMIT_BYTES / 1000} kB of script.\n`);
  process.exit(1);
}
