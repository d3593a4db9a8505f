import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { notFound, routes } from '../routes';
import { serverRoutes, shellPages } from './server-routes';

const routeOf = (path: string) => serverRoutes.find((route) => route.path === path);

describe('the routes in site.json', () => {
  test('are the router’s, each once', () => {
    expect(serverRoutes.map(({ path }) => path).sort()).toEqual(
      [...routes, notFound].map(({ path }) => path).sort(),
    );
    expect(new Set(serverRoutes.map(({ path }) => path)).size).toBe(serverRoutes.length);
  });

  test('name the file of each kind of page', () => {
    expect(routeOf('/')).toMatchObject({ kind: 'prerendered', file: '/index.html' });
    expect(routeOf('/courses/forex')).toMatchObject({
      kind: 'prerendered',
      file: '/courses/forex/index.html',
    });
    expect(routeOf('/portal')).toMatchObject({ kind: 'shell', file: '/shell/portal.html' });
    expect(routeOf('/portal/course/:id')).toMatchObject({ kind: 'shell', file: '/app.html' });
    expect(routeOf('/courses/:id')).toMatchObject({ kind: 'shell', file: '/app.html' });
    expect(routeOf('/staff/members/:id')).toMatchObject({
      kind: 'shell',
      file: '/shell/staff/members/id.html',
    });
    expect(routeOf('*')).toMatchObject({ kind: 'not-found', file: '/404.html' });
  });

  test('mark the pages whose address carries a secret, and no other', () => {
    const marked = serverRoutes.filter(({ noStore }) => noStore).map(({ path }) => path);
    expect(marked).toEqual([
      '/checkout/complete',
      '/checkout/sandbox',
      '/portal/auth',
      '/reset-password',
      '/verify-email',
      '/reminders',
      '/portal/discord/callback',
      '/staff',
      '/staff/join',
      '/staff/members/:id',
      '/staff/questions',
      '/staff/live',
    ]);
  });
});

describe('the shells', () => {
  test('have a title and a description of their own, each another one', () => {
    const titles = shellPages.map(({ head }) => head.title);
    const descriptions = shellPages.map(({ head }) => head.description);
    expect(new Set(titles).size).toBe(shellPages.length);
    expect(new Set(descriptions).size).toBe(shellPages.length);
    const files = shellPages.map(({ file }) => file);
    expect(files).toContain('/shell/portal/auth.html');
    expect(files).toContain('/shell/reset-password.html');
  });

  test('are written for every route that names one', () => {
    const written = new Set(['/app.html', ...shellPages.map(({ file }) => file)]);
    for (const { kind, file } of serverRoutes) {
      if (kind === 'shell') expect(written).toContain(file);
    }
  });
});

test('the pages that an old address may lead to are the pages of every visitor and member', () => {
  const file = resolve(import.meta.dirname, '../../../../domain/site/src/redirects.rs');
  const [, list] = /const PAGES: &\[&str\] = &\[([^\]]*)\]/.exec(readFileSync(file, 'utf8')) ?? [];
  const pages = [...(list ?? '').matchAll(/"([^"]+)"/g)].map(([, page]) => page);
  const known = routes.map((route) => route.path).filter((page) => !page.startsWith('/staff'));
  expect(pages.toSorted()).toEqual(known.toSorted());
});
