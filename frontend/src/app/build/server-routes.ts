// The route table as the server needs it: which HTML file answers which address. Written into site.json.
import type { Head } from '@/lib/head';

import { notFound, routes, type RouteEntry } from '../routes';

export interface ServerRoute {
  /** A segment that starts with a colon matches any one segment, `*` any address; literal segments win. */
  path: string;
  /** A shell is an empty page that the browser renders; `not-found` is answered with status 404. */
  kind: 'prerendered' | 'shell' | 'not-found';
  /** The file in `dist`, with a leading slash. */
  file: string;
  /** The address carries a secret, such as a token: browsers and proxies must not store the page. */
  noStore: boolean;
}

export interface ShellPage {
  file: string;
  head: Pick<Head, 'title' | 'description'>;
}

/** The shell of routes without a head of their own; the server fills in a course's title. */
const GENERIC_SHELL = '/app.html';

function prerenderedFile(path: string): string {
  return path === '/' ? '/index.html' : `${path}/index.html`;
}

function shellFile({ path, head }: RouteEntry): string {
  return head === null ? GENERIC_SHELL : `/shell${path.replaceAll(':', '')}.html`;
}

function serverRoute(entry: RouteEntry): ServerRoute {
  const { path, noStore } = entry;
  return entry.kind === 'public'
    ? { path, kind: 'prerendered', file: prerenderedFile(path), noStore }
    : { path, kind: 'shell', file: shellFile(entry), noStore };
}

export const serverRoutes: readonly ServerRoute[] = [
  ...routes.map(serverRoute),
  { path: notFound.path, kind: 'not-found', file: '/404.html', noStore: false },
];

/** The shells with a title and description of their own, to be written into `dist`. */
export const shellPages: readonly ShellPage[] = routes.flatMap((entry) =>
  entry.kind === 'public' || entry.head === null
    ? []
    : [{ file: shellFile(entry), head: entry.head }],
);
