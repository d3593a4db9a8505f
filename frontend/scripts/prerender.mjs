// Writes every public page as HTML, the shells of the other pages, and site.json with the routes and settings that the
// server reads at its build. By hand: a framework for server rendering would bring a server of its own, and nothing here is rendered
// after the build. Runs after the client build (dist) and the build for the server side (dist-ssr).
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

import { criticalCss } from './critical-css.mjs';
import { closure, ENTRY, readManifest } from './manifest.mjs';

// The server replaces this with its own origin when it answers.
const ORIGIN = 'https://public-url.invalid';
const DEFAULT_IMAGE = '/og/site.png';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const {
  escapeHtml,
  frameSources,
  NO_INDEX,
  priceList,
  publicPages,
  render,
  serverRoutes,
  settingsProblems,
  shellHtml,
  shellPages,
  titleTags,
} = await import(path.join(root, 'dist-ssr/entry-server.js'));

if (settingsProblems.length > 0) {
  process.stderr.write(`${settingsProblems.join('\n')}\n`);
  process.exit(1);
}

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
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:locale', 'en_GB'],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', head.title],
    ['name', 'twitter:description', head.description],
    ['name', 'twitter:image', image],
  ];
  const lines = tags.map(
    ([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`,
  );
  if (canonical === null) return [...lines, NO_INDEX];
  const address = `${ORIGIN}${canonical}`;
  return [
    ...lines,
    `<meta property="og:url" content="${address}" />`,
    `<link rel="canonical" href="${address}" />`,
  ];
}

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

/** The id of a long page's first section, under the header. */
const FIRST_SCREEN = 'first-screen';

/** The id of the list of files to start, which is the last element of the page. */
const LAST = 'page-start';

function startOf(page) {
  const scripts = closure(manifest, [ENTRY, ...page.files]).map((file) => `/${file}`);
  const start = JSON.stringify({ stylesheet: `/${stylesFile}`, scripts });
  return `<script type="application/json" id="${LAST}">${start}</script>`;
}

function headOf(page, critical) {
  const data = (page.head.jsonLd ?? []).map((object) => {
    const json = JSON.stringify(object).replaceAll('<', '\\u003c');
    return `<script type="application/ld+json">${json}</script>`;
  });
  return [
    ...titleTags(page.head),
    ...fontLinks,
    // Inline, so that the first paint needs no second request.
    `<style>${faces}${critical}</style>`,
    // The first paint waits until the whole page is parsed, because a partial header would shift. On a long page it
    // waits for the header only: the rest would be one long task, and nothing shifts below the header.
    `<link rel="expect" href="#${page.html.includes(FIRST_SCREEN) ? FIRST_SCREEN : LAST}" blocking="render" />`,
    `<script type="module" src="/${starterFile}"></script>`,
    ...socialTags(page),
    ...data,
  ].join('\n    ');
}

const publicTemplate = template
  .replace(entryTag, '')
  .replace(styleTag, '')
  .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '');

await Promise.all(
  publicPages.map(async ({ path: address, output }) => {
    const page = await render(address);
    // The site's policy refuses them, and the page would be shown without them.
    if (/<[^>]*\sstyle="/.test(page.html)) throw new Error(`${address} has a style attribute.`);
    const critical = await criticalCss(styles, `<html><body>${page.html}</body></html>`);
    // Functions, because `$` has a meaning in a replacement text.
    const html = publicTemplate
      .replace(/<!--head-->[^]*<!--\/head-->/, () => headOf(page, critical))
      .replace(
        '<div id="root"><!--app-->',
        () => `<div id="root" data-route="${page.route}">${page.html}`,
      )
      .replace('</body>', () => `  ${startOf(page)}\n  </body>`);
    const file = path.join(dist, output);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }),
);

const shell = template
  .replace('<!--/head-->', `${NO_INDEX}\n    <!--/head-->`)
  .replace('<!--/head-->', () =>
    ['<!--/head-->', ...fontLinks, `<style>${faces}</style>`].join('\n    '),
  )
  .replace('<!--app-->', '');
await writeFile(path.join(dist, 'app.html'), shell);
for (const { file, head } of shellPages) {
  const output = path.join(dist, file);
  await mkdir(path.dirname(output), { recursive: true });
  await writeFile(output, shellHtml(shell, head));
}
const site = { frameSources, routes: serverRoutes, shop: priceList };
await writeFile(path.join(dist, 'site.json'), `${JSON.stringify(site)}\n`);
await rm(path.join(root, 'dist-ssr'), { recursive: true, force: true, maxRetries: 3 });
process.stdout.write(
  `Prerendered ${publicPages.length} pages, wrote ${shellPages.length + 1} shells.\n`,
);
