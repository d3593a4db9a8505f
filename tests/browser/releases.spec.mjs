// What a browser kept of an earlier release, against today's server: an open tab, its service worker and its files.
import { expect, test as base } from './harness.mjs';
import { earlierReleases, startSite } from './harness/kept/earlier-release.mjs';
import { kept } from './harness/kept/shell.mjs';
import { startServer } from './harness/server.mjs';

const test = base.extend({
  /** Today's server, which is reached by the address of a site that can show an earlier release's pages. */
  server: [
    async ({ settings }, use) => {
      const site = await startSite();
      const server = await startServer({
        ...settings,
        PORTAL_PUBLIC_URL: site.url,
      });
      site.reach(server.url);
      await use({ ...server, ...site });
      await server.stop();
      site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** The entry script of the page that is open. */
const entry = (page) => page.locator('script[type=module][src]').first().getAttribute('src');

for (const { name, files } of earlierReleases()) {
  test.describe(`of ${name}`, () => {
    test('an open tab shows today’s pages once it needs a file that is gone', async ({
      page,
      member,
      server,
      problems,
    }) => {
      // What the page was loading when it was loaded anew comes to nothing.
      problems.allow(/^console: /, /^GET \/assets\/\S+ net::ERR_FAILED$/);
      problems.expect(/^GET \/assets\/\S+ 404$/);
      server.serve(files);
      const { username } = await member();
      await page.goto('/portal');
      const greeting = page.getByRole('heading', { level: 1 });
      await expect(greeting).toHaveText(`Welcome back, ${username}!`);
      const before = await entry(page);
      expect(files.has(before)).toBe(true);

      server.upgrade();
      await page.getByRole('link', { name: 'Account', exact: true }).click();
      await expect(page).toHaveURL('/portal/account');
      await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
      await expect.poll(() => entry(page)).not.toBe(before);
    });

    test('a service worker gives way, and what it kept with it', async ({
      page,
      context,
      member,
      server,
      problems,
    }) => {
      problems.allow(/(net::ERR_INTERNET_DISCONNECTED|NS_ERROR_OFFLINE)$/, /^console: /);
      server.serve(files);
      const { username } = await member();
      await page.goto('/portal');
      await kept(page);
      const before = await entry(page);

      server.upgrade();
      const greeting = page.getByRole('heading', { level: 1 });
      // At the first load, unless the server takes longer than a service worker waits.
      await expect
        .poll(async () => {
          await page.reload();
          await expect(greeting).toHaveText(`Welcome back, ${username}!`);
          return entry(page);
        })
        .not.toBe(before);
      await kept(page);
      const left = () =>
        page.evaluate(async (path) => (await caches.match(path)) !== undefined, before);
      // At a later load at the latest: a worker that waits takes over when the page of the one before is gone.
      await expect
        .poll(async () => {
          await page.reload();
          return left();
        })
        .toBe(false);

      await context.setOffline(true);
      await page.reload();
      await expect(greeting).toHaveText(`Welcome back, ${username}!`);
      expect(await entry(page)).not.toBe(before);
      await context.setOffline(false);
    });
  });
}
