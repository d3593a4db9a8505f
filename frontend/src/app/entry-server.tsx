// Renders one public page to HTML for the prerender (scripts/prerender.mjs).
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

import type { Head } from '@/lib/head';
import { problemsOf } from '@/settings/check-site';
import { site } from '@/settings/site';

import { App } from './app';
import { layouts } from './layouts/layouts';
import { notFound, routes } from './routes';
import { preload } from './routing/match';

export { frameSources } from './build/frame-sources';
export { escapeHtml, NO_INDEX, shellHtml, titleTags } from './build/head-tags';
export { priceList } from './build/price-list';
export { serverRoutes, shellPages } from './build/server-routes';

/** The problems of the owner's settings; any of them stops the build. */
export const settingsProblems = problemsOf(site);

/** Every page to write: its address and the file in `dist`. */
export const publicPages = [
  ...routes
    .filter((route) => route.kind === 'public')
    .map(({ path }) => ({ path, output: `${path.slice(1)}${path === '/' ? '' : '/'}index.html` })),
  { path: '/404', output: '404.html' },
];

interface Rendered {
  html: string;
  /** The route's pattern, by which the browser decides whether it can hydrate the HTML. */
  route: string;
  head: Head;
  /** null on the not-found page, which has no address. */
  canonical: string | null;
  /** Source files whose scripts the page needs before it hydrates. */
  files: readonly string[];
}

export async function render(path: string): Promise<Rendered> {
  const entry = await preload(path);
  const module = await entry.page.load();
  const head = module.head ?? entry.head;
  if (head === null) throw new Error(`${path} has no title and description`);
  const layout = layouts.find((candidate) => candidate.kinds.includes(entry.kind));
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  return {
    html,
    route: entry.path,
    head,
    canonical: entry === notFound ? null : path,
    files: [`src/app/pages/${entry.file}`, `src/app/layouts/${layout?.file ?? ''}`],
  };
}
