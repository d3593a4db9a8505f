// Writes sitemap.xml from the prerendered pages, and site.webmanifest with the brand's name. Runs at the end of
// `npm run build`.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

// The server replaces this with its own origin when it answers.
const ORIGIN = 'https://public-url.invalid';
const dist = path.resolve(import.meta.dirname, '../dist');

const addresses = (await readdir(dist, { recursive: true }))
  .filter((name) => path.basename(name) === 'index.html')
  .map((name) => `/${path.dirname(name)}`.replace('/.', '/'))
  .sort();

const sitemap = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ...addresses.map((address) => `  <url><loc>${ORIGIN}${address}</loc></url>`),
  '</urlset>',
  '',
].join('\n');

// The site's name is in the home page's structured data.
const home = await readFile(path.join(dist, 'index.html'), 'utf8');
const organization = [...home.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  .map(([, json]) => JSON.parse(json))
  .find((data) => data['@type'] === 'Organization');
if (organization === undefined) throw new Error('The home page names no organization.');

const { dark } = JSON.parse(
  await readFile(path.resolve(import.meta.dirname, '../src/settings/colours.json'), 'utf8'),
);
const manifest = {
  name: organization.name,
  short_name: organization.name,
  start_url: '/portal',
  display: 'standalone',
  background_color: dark.surface,
  theme_color: dark.surface,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

await writeFile(path.join(dist, 'sitemap.xml'), sitemap);
await writeFile(path.join(dist, 'site.webmanifest'), `${JSON.stringify(manifest, null, 2)}\n`);
process.stdout.write(`Listed ${addresses.length} pages in sitemap.xml.\n`);
