// Finds the route of an address by the router's own rules, and loads its files.
import { matchRoutes } from 'react-router-dom';

import { layouts } from '../layouts/layouts';
import { notFound, routes, type RouteEntry } from '../routes';

const table = [...routes, notFound].map((entry) => ({ path: entry.path, entry }));

export function matchEntry(pathname: string): RouteEntry {
  return matchRoutes(table, pathname)?.at(-1)?.route.entry ?? notFound;
}

function layoutOf(entry: RouteEntry) {
  return layouts.find((candidate) => candidate.kinds.includes(entry.kind));
}

/** Loads page and layout, so that rendering that address does not suspend. */
export async function preload(pathname: string): Promise<RouteEntry> {
  const entry = matchEntry(pathname);
  await Promise.all([entry.page.load(), layoutOf(entry)?.module.load()]);
  return entry;
}

/** Fetches the files early. Failures are ignored: navigation loads them again. */
export function prefetch(pathname: string): void {
  const entry = matchEntry(pathname);
  entry.page.prefetch();
  layoutOf(entry)?.module.prefetch();
}
