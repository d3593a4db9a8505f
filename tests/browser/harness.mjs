// The harness of the browser tests: `test` with a real server for each worker, the staff CLI, members, and a check
// that no page has an unexpected problem.
import { test as base } from '@playwright/test';

import { newMember, signIn } from './harness/members.mjs';
import { startServer } from './harness/server.mjs';
import { listen } from './harness/problems.mjs';

export { expect } from '@playwright/test';

/** What the tests of every engine have. */
export const withServer = base.extend({
  /** Additional settings of the server. A spec file that uses this has workers of its own. */
  settings: [{}, { option: true, scope: 'worker' }],

  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  /** Runs a command of the staff CLI and returns its output. */
  staff: async ({ server }, use) => use(server.staff),
});

export const test = withServer.extend({
  /** The problems that the test's pages may have and must have. */
  problems: [
    async ({ context, server }, use) => {
      const problems = await listen(context, server.url);
      await use(problems);
      problems.check();
    },
    { auto: true },
  ],

  /** Opens a separate browser context: `{ page, context, problems }`. */
  otherBrowser: async ({ browser, server }, use) => {
    const opened = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options });
      const problems = await listen(context, server.url);
      opened.push({ context, problems });
      return { context, problems, page: await context.newPage() };
    });
    for (const { context, problems } of opened) {
      await context.close();
      problems.check();
    }
  },

  /** Creates a signed-in member through the API, with access to the given course. */
  member: async ({ context, server }, use) => use((options) => newMember(server, context, options)),

  /** Signs a member in through the API, in any context. */
  signIn: async ({ server }, use) => use((context, member) => signIn(server, context, member)),
});
