// Renders the bitmaps: social cards (public/og) and phone icons. Run by hand when the brand or the drawings change:
// `npm run build && node scripts/make-images.mjs`. Needs Chromium; the build does not, because the results are
// committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { chromium } from 'playwright-core';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFile(path.join(root, file));

const face = async (name) =>
  `url(data:font/woff2;base64,${(await read(`src/ui/theme/cut-fonts/${name}.woff2`)).toString('base64')})`;
const mark = (await read('dist/favicon.svg')).toString();
const home = (await read('dist/index.html')).toString();
const brand = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(home)[1]).name;

const { dark } = JSON.parse((await read('src/settings/colours.json')).toString());

const style = `
  @font-face { font-family: Text; font-weight: 400 600; src: ${await face('instrument-sans-text')}; }
  @font-face { font-family: Display; src: ${await face('instrument-sans-display')}; }
  * { margin: 0; box-sizing: border-box; }
  body { background: ${dark.surface}; color: ${dark.ink}; font-family: Text; overflow: hidden; }
  .card { position: relative; width: 1200px; height: 630px; }
  .card > img { position: absolute; right: 0; bottom: 0; width: 1060px; }
  .shade { position: absolute; inset: 0;
    background: linear-gradient(90deg, ${dark.surface} 34%, ${dark.surface}cc 52%, ${dark.surface}00 80%); }
  .words { position: absolute; inset: 64px; display: flex; flex-direction: column;
    justify-content: space-between; }
  h1 { width: 640px; font-size: 92px; line-height: 1; font-family: Display; font-weight: 620;
    letter-spacing: -0.01em; text-wrap: balance; }
  p { display: flex; align-items: center; gap: 20px; font-size: 34px; font-weight: 600; }
  p svg { width: 56px; height: 56px; }
  .icon svg { display: block; width: 100vw; height: 100vh; }`;

const CARDS = [
  { name: 'site', title: 'Know your trade before the bell', drawing: 'futures' },
  { name: 'futures', title: 'Futures Trading Course', drawing: 'futures' },
  { name: 'forex', title: 'Forex Trading Course', drawing: 'forex' },
];
const ICONS = [
  { file: 'public/apple-touch-icon.png', size: 180 },
  { file: 'public/icon-192.png', size: 192 },
  { file: 'public/icon-512.png', size: 512 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});

async function draw(file, width, height, body) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<!doctype html><style>${style}</style>${body}`);
  await page.evaluate(() => document.fonts.ready);
  await writeFile(path.join(root, file), await page.screenshot());
  await page.close();
}

await mkdir(path.join(root, 'public/og'), { recursive: true });
for (const { name, title, drawing } of CARDS) {
  const picture = (await read(`dist/images/${drawing}.svg`)).toString('base64');
  await draw(
    `public/og/${name}.png`,
    1200,
    630,
    `<div class="card"><img src="data:image/svg+xml;base64,${picture}"><div class="shade"></div>
     <div class="words"><h1>${title}</h1><p>${mark}${brand}</p></div></div>`,
  );
}
// A square without round corners: phones round icons themselves.
const square = mark.replace(' rx="6"', '');
for (const { file, size } of ICONS) {
  await draw(file, size, size, `<div class="icon">${square}</div>`);
}
await browser.close();
