// The harness of the tests in WebKit: a page in a browser of its own for each test, a member, and a check that no page has an error.
import { access, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect } from '@playwright/test';

import { withServer } from '../harness.mjs';
import { newMember } from '../harness/members.mjs';
import { importPackagedCourse } from '../harness/courses/packaged-course.mjs';
import { EngineHangs, openBrowser, startDisplay } from './driver.mjs';
import { Page } from './page.mjs';

export { expect } from '@playwright/test';

const OLDER_SAFARI = fileURLToPath(new URL('older-safari.js', import.meta.url));
/** An error of a script, a promise that was rejected, a violation of the policy, or what a page logs as an error. */
const PROBLEM = /CONSOLE (\w+ )?ERROR/;
/** The engine's name for a request to the site itself that ended because its page was left. */
const CANCELLED = /[Cc]annot load http:\/\/127\.0\.0\.1:\S+ due to access control checks\.$/;

export const test = withServer.extend({
  // One server serves all of these tests.
  settings: [{ PORTAL_PAYMENTS: 'sandbox' }, { option: true, scope: 'worker' }],

  /** The id of a course whose second lesson is long enough for HLS. */
  packaged: [async ({ server }, use) => use(await importPackagedCourse(server)), { scope: 'worker' }],

  /** Pixels and bits of a colour. */
  screenSize: ['1280x1024x24', { option: true, scope: 'worker' }],

  display: [
    async ({ screenSize }, use) => {
      const display = await startDisplay(screenSize);
      await use(display.name);
      await display.end();
    },
    { scope: 'worker' },
  ],

  /**
   * `media source`: the engine as Debian has it. `own HLS`: it plays HLS by itself, as Safari does. `older Safari`: it has nothing
   * else for HLS.
   */
  engine: ['media source', { option: true }],

  /** The problems that the pages may have. */
  allowed: [[], { option: true }],

  /** Where the page finds the server. */
  origin: async ({ server }, use) => use(server.url),

  page: async ({ display, origin, engine, allowed }, use, info) => {
    // Written where the engine hung: only then a test is tried again (playwright.config.mjs).
    const hung = `${info.project.outputDir}/${info.testId}.hung`;
    if (info.retry > 0) {
      await access(hung).catch(() => {
        throw new Error('The first try failed, and the engine had not hung.');
      });
    }
    const browser = await openBrowser({
      display,
      scripts: engine === 'older Safari' ? [OLDER_SAFARI] : [],
      env: engine === 'media source' ? {} : { WEBKIT_GST_ENABLE_HLS_SUPPORT: '1' },
    });
    try {
      await use(new Page(browser.call, origin));
      if (info.status !== info.expectedStatus) {
        const path = info.outputPath('page.png');
        const picture = await browser.call('GET', '/screenshot').catch(async (error) => {
          if (error instanceof EngineHangs) await writeFile(hung, error.message);
          throw error;
        });
        await writeFile(path, picture, 'base64');
        await info.attach('page', { path, contentType: 'image/png' });
      }
      const problems = (await browser.printed())
        .split('\n')
        .filter((line) => PROBLEM.test(line))
        .filter((line) => ![CANCELLED, ...allowed].some((pattern) => pattern.test(line)));
      expect(problems, 'no page has an error').toEqual([]);
    } finally {
      await browser.close();
    }
  },

  /** Creates a member and signs the page in. */
  member: async ({ page, server, request }, use) =>
    use(async (options) => {
      const member = await newMember(server, { request }, options);
      const { cookies } = await request.storageState();
      // A cookie belongs to the site that is open.
      await page.goto('/images/futures.svg');
      for (const cookie of cookies) await page.addCookie(cookie);
      return member;
    }),
});
