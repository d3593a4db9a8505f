// Writes every public page as HTML, the shells of the other pages, and what the server needs at its build: site.json with the routes, and
// the renderer, which is the pages' code with what the build knows of each page, for a server with an owner's folder. By hand: a
// framework for server rendering would bring a server of its own. Runs after the client build (dist) and the build for the server
// side (dist-ssr).
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { criticalCss } from './critical-css.mjs';
import { closure, ENTRY, readManifest } from './manifest.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const bundle = path.join(root, 'dist-ssr/entry-server.js');
const { NO_INDEX, pageHtml, publicPages, render, serverRoutes, shells } = await import(bundle);

const manifest = await readManifest(dist);
const fonts = (await readdir(path.join(dist, 'assets'))).filter((name) => name.endsWith('.woff2'));
const fontLinks = fonts.map(
  (name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`,
);

// Public pages load their scripts through this one, after the first paint; shells load theirs at once.
const source = await readFile(path.join(import.meta.dirname, 'start-after-paint.js'), 'utf8');
const starter = source.replaceAll(/^\s*\/\/.*\n/gm, '');
const starterHash = createHash('sha256').update(starter).digest('base64url').slice(0, 8);
const starterFile = `assets/start-${starterHash}.js`;
await writeFile(path.join(dist, starterFile), starter);

const template = await readFile(path.join(dist, 'index.html'), 'utf8');
const entryTag = /<script type="module"[^>]*><\/script>/;
const styleTag = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
const stylesFile = styleTag.exec(template)[1];
const built = await readFile(path.join(dist, stylesFile), 'utf8');

// The font faces are inlined in the pages and removed from the stylesheet, which loads after the first paint: a second
// copy would load the font again, and text in the fallback font would change and shift.
const FACE = /@font-face\{[^}]*\}/g;
const faces = (built.match(FACE) ?? []).join('');
if (faces === '') throw new Error('The stylesheet has no font faces.');
const styles = built.replaceAll(FACE, '');
await writeFile(path.join(dist, stylesFile), styles);

const publicTemplate = template
  .replace(entryTag, '')
  .replace(styleTag, '')
  .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '');

const shell = template
  .replace('<!--/head-->', `${NO_INDEX}\n    <!--/head-->`)
  .replace('<!--/head-->', () =>
    ['<!--/head-->', ...fontLinks, `<style>${faces}</style>`].join('\n    '),
  )
  .replace('<!--app-->', '');

// What the owner's folder may add to a page, so that its rules are there for the first paint too: a mark, texts, imported courses.
const textFiles = Object.values(manifest).filter(({ file }) => /safe-html-[^/]*\.css$/.test(file));
if (textFiles.length === 0) throw new Error('The build has no styles for texts.');
const textStyles = await Promise.all(
  textFiles.map(({ file }) => readFile(path.join(dist, file), 'utf8')),
);
const TEXT_TAGS =
  'p h1 h2 h3 h4 h5 h6 a ul ol li blockquote code pre table thead tbody tr th td hr img strong em del input';
const ownText = `<div class="safe-html">${TEXT_TAGS.split(' ')
  .map((tag) => `<${tag}></${tag}>`)
  .join('')}</div>`;
const ownMark = '<img class="size-7 shrink-0" />';
const ownSections = '<section class="mb-10"><h2 class="scroll-mt-24 text-2xl"></h2></section>';
const ownCourses =
  '<section class="mt-16 lg:mt-24"><img class="aspect-video object-cover" /></section>';
const ownParts = new Map([
  ['/courses', ownCourses],
  ['/terms', ownText],
  ['/privacy', ownText],
  ['/about', ownText + ownSections],
  ['/faq', ownText],
]);

const rendered = new Map();
const pages = {};
for (const { path: address } of publicPages) {
  const page = await render(address);
  rendered.set(address, page);
  const own = ownParts.get(address) ?? '';
  const all = own.includes(ownText) ? [styles, ...textStyles].join('') : styles;
  pages[address] = {
    critical: await criticalCss(styles, `<html><body>${page.html}</body></html>`),
    ownCritical: await criticalCss(all, `<html><body>${page.html}${ownMark}${own}</body></html>`),
    scripts: closure(manifest, [ENTRY, ...page.files]),
  };
}
const parts = {
  template: publicTemplate,
  shell,
  fontLinks,
  faces,
  starter: starterFile,
  stylesheet: stylesFile,
  pages,
};
// With places for colours, which the owner's folder may set.
const drawingsFolder = path.join(root, 'drawings');
const drawings = {};
for (const name of await readdir(drawingsFolder)) {
  const address = name === 'mark.svg' ? '/favicon.svg' : `/images/${name}`;
  drawings[address] = await readFile(path.join(drawingsFolder, name), 'utf8');
}

const written = [
  ...publicPages.map(({ path: address, output }) => ({
    file: output,
    html: pageHtml(parts, address, rendered.get(address)),
  })),
  ...shells(parts),
];
for (const { file, html } of written) {
  const output = path.join(dist, file);
  await mkdir(path.dirname(output), { recursive: true });
  await writeFile(output, html);
}
await writeFile(path.join(dist, 'site.json'), `${JSON.stringify({ routes: serverRoutes })}\n`);
await mkdir(path.join(dist, 'renderer'), { recursive: true });
const globals = await readFile(path.join(import.meta.dirname, 'renderer/globals.js'), 'utf8');
await writeFile(
  path.join(dist, 'renderer/pages.js'),
  // In a block, so that its names differ from the names of the pages' code.
  `{\n${globals}}\n${await readFile(bundle, 'utf8')}`,
);
await writeFile(path.join(dist, 'renderer/parts.json'), JSON.stringify({ ...parts, drawings }));
await rm(path.join(root, 'dist-ssr'), { recursive: true, force: true, maxRetries: 3 });
process.stdout.write(`Prerendered ${publicPages.length} pages, wrote ${written.length} files.\n`);
// React's renderer for browsers opens a message channel, which would keep this process alive.
process.exit(0);
