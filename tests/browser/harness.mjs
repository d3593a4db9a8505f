// The one harness of the browser tests: `test` with a real server for each worker, staff at hand,
// members made in one line, and silence demanded of every page.
import { test as base } from '@playwright/test';

import { newMember, signIn } from './harness/members.mjs';
import { startServer } from './harness/server.mjs';
import { listen } from './harness/silence.mjs';

export { expect } from '@playwright/test';

export const test = base.extend({
  /** Settings of the server beside its usual ones; a spec file that wants some has workers of its own. */
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

  /** Runs a command of the staff CLI; answers what it printed. */
  staff: async ({ server }, use) => use(server.staff),

  /** The troubles that the test's own pages may and must have. */
  trouble: [
    async ({ context, server }, use) => {
      const silence = listen(context, server.url);
      await use(silence);
      silence.check();
    },
    { auto: true },
  ],

  /** Opens another browser, with nothing of the first one: `{ page, context, trouble }`. */
  another: async ({ browser, server }, use) => {
    const opened = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options });
      const trouble = listen(context, server.url);
      opened.push({ context, trouble });
      return { context, trouble, page: await context.newPage() };
    });
    for (const { context, trouble } of opened) {
      await context.close();
      trouble.check();
    }
  },

  /** Makes a member by the calls alone, with access to the courses named, signed in here. */
  member: async ({ context, server }, use) => use((options) => newMember(server, context, options)),

  /** Signs a member in by the call alone, in any context. */
  signIn: async ({ server }, use) => use((context, member) => signIn(server, context, member)),
});
