// Writes every public page as HTML, the shell of the other pages, and what the server wants to know.
// Runs after the client build (dist) and the build for the server side (dist-ssr).
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { closure, readManifest } from './manifest.mjs';

// The server puts the real origin in its place when it answers.
const ORIGIN = 'https://public-url.invalid';
const DEFAULT_IMAGE = '/og/site.png';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const { frameSources, publicPages, render, settingsProblems } = await import(
  path.join(root, 'dist-ssr/entry-server.js')
);

if (settingsProblems.length > 0) {
  process.stderr.write(`${settingsProblems.join('\n')}\n`);
  process.exit(1);
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]);

const manifest = await readManifest(dist);
const fonts = (await readdir(path.join(dist, 'assets'))).filter((name) => name.endsWith('.woff2'));
const fontLinks = fonts.map(
  (name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`,
);

function socialTags({ head, canonical }) {
  const image = `${ORIGIN}${head.image ?? DEFAULT_IMAGE}`;
  const tags = [
    ['property', 'og:type', 'website'],
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ['property', 'og:image', image],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', head.title],
    ['name', 'twitter:description', head.description],
    ['name', 'twitter:image', image],
  ];
  const lines = tags.map(
    ([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`,
  );
  if (canonical === null) return [...lines, '<meta name="robots" content="noindex" />'];
  const address = `${ORIGIN}${canonical}`;
  return [
    ...lines,
    `<meta property="og:url" content="${address}" />`,
    `<link rel="canonical" href="${address}" />`,
  ];
}

function headOf(page) {
  const scripts = closure(manifest, page.files).map(
    (file) => `<link rel="modulepreload" crossorigin href="/${file}" />`,
  );
  const data = (page.head.jsonLd ?? []).map((object) => {
    const json = JSON.stringify(object).replaceAll('<', '\\u003c');
    return `<script type="application/ld+json">${json}</script>`;
  });
  return [
    `<title>${escapeHtml(page.head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.head.description)}" />`,
    ...fontLinks,
    ...scripts,
    ...socialTags(page),
    ...data,
  ].join('\n    ');
}

const template = await readFile(path.join(dist, 'index.html'), 'utf8');

await Promise.all(
  publicPages.map(async ({ path: address, output }) => {
    const page = await render(address);
    // Functions, because `$` means something in a replacement text.
    const html = template
      .replace(/<!--head-->[^]*<!--\/head-->/, () => headOf(page))
      .replace(
        '<div id="root"><!--app-->',
        () => `<div id="root" data-route="${page.route}">${page.html}`,
      );
    const file = path.join(dist, output);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }),
);

const shell = template
  .replace('<!--/head-->', () => ['<!--/head-->', ...fontLinks].join('\n    '))
  .replace('<!--app-->', '');
await writeFile(path.join(dist, 'app.html'), shell);
await writeFile(path.join(dist, 'site.json'), `${JSON.stringify({ frameSources })}\n`);
await rm(path.join(root, 'dist-ssr'), { recursive: true });
process.stdout.write(`Prerendered ${publicPages.length} pages.\n`);
