// Which route an address belongs to, by the router's own rules, and the loading of its files.
import { matchRoutes } from 'react-router-dom';

import { layouts } from './layouts';
import { notFound, routes, type RouteEntry } from './routes';

const table = [...routes, notFound].map((entry) => ({ path: entry.path, entry }));

export function matchEntry(pathname: string): RouteEntry {
  return matchRoutes(table, pathname)?.at(-1)?.route.entry ?? notFound;
}

function layoutOf(entry: RouteEntry) {
  return layouts.find((candidate) => candidate.kinds.includes(entry.kind));
}

/** Loads page and frame, so that rendering that address does not wait. */
export async function preload(pathname: string): Promise<RouteEntry> {
  const entry = matchEntry(pathname);
  await Promise.all([entry.page.load(), layoutOf(entry)?.module.load()]);
  return entry;
}

/** Has the files fetched early. What fails is silent: a click will ask again and say so. */
export function prefetch(pathname: string): void {
  const entry = matchEntry(pathname);
  entry.page.prefetch();
  layoutOf(entry)?.module.prefetch();
}
