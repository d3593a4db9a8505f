// Every public page: its head, its accessibility at two widths, and no request to another host.
import { expect, test } from '../harness.mjs';
import { violations } from '../harness/accessible.mjs';

import { expectSameLooks } from './looks.mjs';
import { hydrated, publicPages } from './public-pages.mjs';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const { path, heading } of publicPages) {
  test(`${path} has one heading and a head of its own`, async ({ page, baseURL }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical).pathname).toBe(path);
    expect(canonical).not.toContain('public-url.invalid');
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url']) {
      await expect(page.locator(`meta[property="${name}"]`)).toHaveAttribute('content', /.+/);
    }
    await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', /summary/);
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    const answer = await page.request.get(new URL(new URL(image).pathname, baseURL).href);
    expect(answer.headers()['content-type']).toBe('image/png');
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.length).toBeGreaterThan(0);
    for (const json of data) expect(JSON.parse(json)['@context']).toBe('https://schema.org');
  });

  test(`${path} violates no accessibility rule at two widths`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // The forms are complete once the server's modes are known.
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      expect(await violations(page), `${viewport.width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    }
  });

  // The page has its critical rules inline; the whole stylesheet is loaded with its scripts.
  test(`${path} looks the same with the whole stylesheet at two widths`, async ({ page }) => {
    await expectSameLooks(page, path, SIZES);
  });

  test(`${path} has no error, no request to another host, and no layout shift`, async ({ page, baseURL }) => {
    const noise = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(error.message));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'data:' && origin !== new URL(baseURL).origin) noise.push(request.url());
    });
    await page.addInitScript(() => {
      globalThis.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globalThis.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    expect(noise).toEqual([]);
    expect(await page.evaluate(() => globalThis.shifts)).toBe(0);
  });
}

test('a second visit shows the page as well as the first', async ({ page }) => {
  for (const { path } of publicPages) {
    await page.goto(path);
    await hydrated(page);
    // From the cache after a 304, whose headers apply again.
    await page.goto(path);
    await hydrated(page);
  }
});

test('no two pages share a title or a description', async ({ request }) => {
  const seen = new Set();
  for (const { path } of publicPages) {
    const html = await (await request.get(path)).text();
    seen.add(/<title>(.*?)<\/title>/.exec(html)[1]);
    seen.add(/<meta name="description" content="(.*?)"/.exec(html)[1]);
  }
  expect(seen.size).toBe(2 * publicPages.length);
});

test('the sitemap lists every public page and nothing else', async ({ request }) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => new URL(loc).pathname);
  expect(listed.sort()).toEqual(publicPages.map(({ path }) => path).sort());
  expect(await (await request.get('/robots.txt')).text()).toMatch(/Sitemap: http.*\/sitemap\.xml/);
});

test('an unknown address is the not-found page', async ({ page, problems }) => {
  problems.expect(/^GET \/no\/such\/page 404$/);
  const answer = await page.goto('/no/such/page');
  expect(answer.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  expect(await violations(page)).toEqual([]);
});
