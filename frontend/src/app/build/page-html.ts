// The HTML of prerendered pages and shells. The build writes the built-in site with it (scripts/prerender.mjs); the server's renderer
// runs the same code when it starts with an owner's folder (api/src/frontend/renderer.rs).
import { OWN_CATALOGUE } from '@/features/site/courses/catalogue';
import { paths } from '@/lib/paths';
import { OWN_SITE, site, type OwnSite } from '@/settings/own-site';

import { publicPages, render, type Rendered } from '../render';
import { escapeHtml, NO_INDEX, shellHtml, titleTags } from './head-tags';
import { shellPages } from './server-routes';

/** The server replaces this with its own origin when it answers. */
const ORIGIN = 'https://public-url.invalid';
const DEFAULT_IMAGE = '/og/site.png';
/** The id of a long page's first section, under the header. */
const FIRST_SCREEN = 'first-screen';
/** The id of the list of files to start, which is the last element of the page. */
const LAST = 'page-start';

/** What the build knows and a renderer needs. */
export interface PageParts {
  /** `index.html` of the client build, without the tags that load scripts and the stylesheet. */
  template: string;
  /** The shell of pages that the browser draws. */
  shell: string;
  /** The `<link>` elements that load the fonts early. */
  fontLinks: readonly string[];
  /** `@font-face` rules. */
  faces: string;
  starter: string;
  stylesheet: string;
  /** By address. */
  pages: Readonly<Record<string, PagePart>>;
}

interface PagePart {
  /** The rules for the first paint. */
  critical: string;
  /** These and the rules of what the owner's folder may add to the page. */
  ownCritical: string;
  scripts: readonly string[];
}

/** What the owner's folder changes in the head of each page. */
export interface OwnHead {
  /** The colours as CSS variables. */
  colours: string;
  themeColour: string;
  /** The folder has an icon: no other is named. */
  favicon: boolean;
  /** The card that other sites show: the folder's; null for no card. Absent: the built-in cards. */
  card?: { width: number; height: number } | null;
}

declare global {
  /** Set by the server's renderer. */
  var ownHead: OwnHead | undefined;
}

function json(id: string, value: unknown, name = ''): string {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  const data = name === '' ? '' : ` data-name="${name}"`;
  return `<script type="application/json" id="${id}"${data}>${text}</script>`;
}

function socialTags({ head, canonical }: Rendered, own: OwnHead | undefined): string[] {
  const card = own?.card === undefined ? { width: 1200, height: 630 } : own.card;
  const image = `${ORIGIN}${own?.card === undefined ? (head.image ?? DEFAULT_IMAGE) : DEFAULT_IMAGE}`;
  const tags = [
    ['property', 'og:type', 'website'],
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ...(card === null
      ? []
      : [
          ['property', 'og:image', image],
          ['property', 'og:image:width', String(card.width)],
          ['property', 'og:image:height', String(card.height)],
        ]),
    ['property', 'og:locale', 'en_GB'],
    ['name', 'twitter:card', card === null ? 'summary' : 'summary_large_image'],
    ['name', 'twitter:title', head.title],
    ['name', 'twitter:description', head.description],
    ...(card === null ? [] : [['name', 'twitter:image', image]]),
  ] as const;
  const lines = tags.map(
    ([kind = '', name = '', content = '']) =>
      `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`,
  );
  if (canonical === null) return [...lines, NO_INDEX];
  const address = `${ORIGIN}${canonical}`;
  return [
    ...lines,
    `<meta property="og:url" content="${address}" />`,
    `<link rel="canonical" href="${address}" />`,
  ];
}

function headOf(parts: PageParts, page: Rendered, critical: string, own: OwnHead | undefined) {
  const data = (page.head.jsonLd ?? []).map(
    (object) =>
      `<script type="application/ld+json">${JSON.stringify(object).replaceAll('<', '\\u003c')}</script>`,
  );
  return [
    ...titleTags(page.head),
    ...parts.fontLinks,
    // Inline, so that the first paint needs no second request.
    `<style>${parts.faces}${critical}</style>`,
    // The first paint waits until the whole page is parsed, because a partial header would shift. On a long page it
    // waits for the header only: the rest would be one long task, and nothing shifts below the header.
    `<link rel="expect" href="#${page.html.includes(FIRST_SCREEN) ? FIRST_SCREEN : LAST}" blocking="render" />`,
    `<script type="module" src="/${parts.starter}"></script>`,
    ...socialTags(page, own),
    ...data,
  ].join('\n    ');
}

/** The owner's colours, icon and values in a page; the page as it is without an owner's folder. */
function withOwn(html: string, own: OwnHead | undefined, extra: readonly string[]): string {
  if (own === undefined) return html;
  const values: OwnSite = site;
  const coloured = html
    .replace(
      /<meta name="theme-color"[^>]*>\s*<style>[^<]*<\/style>/,
      () =>
        `<meta name="theme-color" content="${own.themeColour}" />\n    <style>${own.colours}</style>`,
    )
    .replace(/\s*<link rel="apple-touch-icon"[^>]*>/, (tag) => (own.favicon ? '' : tag));
  const data = [json(OWN_SITE, values), ...extra].join('\n    ');
  // Before the first script, which may run before the page is parsed.
  return coloured.replace('<div id="root">', () => `${data}\n    <div id="root">`);
}

/** One page, and the names of the texts that it shows. */
export function pageHtml(parts: PageParts, address: string, page: Rendered): string {
  const known = parts.pages[address];
  if (known === undefined) throw new Error(`${address} is no page of the build`);
  const own = globalThis.ownHead;
  const scripts = known.scripts.map((file) => `/${file}`);
  const start = json(LAST, { stylesheet: `/${parts.stylesheet}`, scripts });
  const name = address.slice(1);
  const texts: Readonly<Record<string, unknown>> = globalThis.ownTexts ?? {};
  const extra = texts[name] === undefined ? [] : [json('own-text', texts[name], name)];
  if (address === paths.courses() && site.catalogue.show) {
    extra.push(json(OWN_CATALOGUE, globalThis.ownCatalogue ?? []));
  }
  const critical = own === undefined ? known.critical : known.ownCritical;
  // Functions, because `$` has a meaning in a replacement text.
  return withOwn(parts.template, own, extra)
    .replace(/<!--head-->[^]*<!--\/head-->/, () => headOf(parts, page, critical, own))
    .replace(
      '<div id="root"><!--app-->',
      () => `<div id="root" data-route="${page.route}">${page.html}`,
    )
    .replace('</body>', () => `  ${start}\n  </body>`);
}

export interface WrittenPage {
  file: string;
  html: string;
}

export function shells(parts: PageParts): WrittenPage[] {
  const shell = withOwn(parts.shell, globalThis.ownHead, []);
  return [
    { file: 'app.html', html: shell },
    ...shellPages.map(({ file, head }) => ({ file: file.slice(1), html: shellHtml(shell, head) })),
  ];
}

/** Every page and shell, or the pages of these addresses. */
export async function writePages(
  parts: PageParts,
  addresses?: readonly string[],
): Promise<WrittenPage[]> {
  const wanted = publicPages.filter(({ path }) => addresses?.includes(path) ?? true);
  const written: WrittenPage[] = addresses === undefined ? shells(parts) : [];
  for (const { path, output } of wanted) {
    const page = await render(path);
    written.push({ file: output, html: pageHtml(parts, path, page) });
  }
  return written;
}
