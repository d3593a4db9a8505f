// Which route an address belongs to, by the router's own rules, and the loading of its files.
import { matchRoutes } from 'react-router-dom';

import { layouts } from './layouts';
import { notFound, routes, type RouteEntry } from './routes';

const table = [...routes, notFound].map((entry) => ({ path: entry.path, entry }));

export function matchEntry(pathname: string): RouteEntry {
  return matchRoutes(table, pathname)?.at(-1)?.route.entry ?? notFound;
}

/** Loads page and frame, so that rendering that address does not wait. */
export async function preload(pathname: string): Promise<RouteEntry> {
  const entry = matchEntry(pathname);
  const layout = layouts.find((candidate) => candidate.kinds.includes(entry.kind));
  await Promise.all([entry.page.load(), layout?.module.load()]);
  return entry;
}
