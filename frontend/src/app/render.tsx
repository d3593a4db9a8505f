// Renders one public page to HTML.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server.browser';
import { StaticRouter } from 'react-router-dom';

import type { Head } from '@/lib/head';

import { App } from './app';
import { layouts } from './layouts/layouts';
import { deferredParts } from './loading/lazy-module';
import { notFound, routes } from './routes';
import { preload } from './routing/match';

/** Every page to write: its address and the file in `dist`. */
export const publicPages = [
  ...routes
    .filter((route) => route.kind === 'public')
    .map(({ path }) => ({ path, output: `${path.slice(1)}${path === '/' ? '' : '/'}index.html` })),
  { path: '/404', output: '404.html' },
];

export interface Rendered {
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
  await Promise.all(deferredParts);
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
  // What React writes where a component failed; the browser would draw the part again.
  if (/<!--\$!-->|<template data-/.test(html)) throw new Error(`${path} is not rendered whole`);
  // The site's policy refuses them, and the page would be shown without them.
  if (/<[^>]*\sstyle="/.test(html)) throw new Error(`${path} has a style attribute`);
  return {
    html,
    route: entry.path,
    head,
    canonical: entry === notFound ? null : path,
    files: [`src/app/pages/${entry.file}`, `src/app/layouts/${layout?.file ?? ''}`],
  };
}
