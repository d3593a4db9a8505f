// How the browser tests run: all of them in Debian's Chromium, and those with the tag @firefox in Debian's Firefox ESR too. The folder
// webkit/ has the main journeys in Debian's WebKit, which Playwright cannot drive.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.mjs',
  outputDir: 'results',
  fullyParallel: true,
  // On two cores: each waits for a fifth of its time.
  workers: 3,
  forbidOnly: true,
  // These end a test that hangs, also on a machine that takes ten times as long; no test is about them.
  timeout: 900_000,
  expect: { timeout: 90_000 },
  reporter: [['list']],
  use: {
    // A trace takes a quarter of the time: `npx playwright test FILE --trace on` records one. Pictures are off too: one is taken of each
    // page that is closed, with a style that the site's policy refuses in Firefox.
    trace: 'off',
    screenshot: 'off',
  },
  projects: [
    {
      name: 'firefox',
      grep: /@firefox/,
      // Firefox starts slowly, and all of its tests share it.
      fullyParallel: false,
      workers: 1,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          // It says how Firefox is driven.
          executablePath: new URL('firefox/relay.mjs', import.meta.url).pathname,
        },
      },
    },
    {
      name: 'webkit',
      testDir: 'webkit',
      // One display and one server serve all of its tests, and a page that plays takes a core.
      fullyParallel: false,
      workers: 1,
      // After a hang of the engine alone (webkit/driver.mjs, `EngineHangs`); any other failure fails again at once.
      retries: 1,
    },
    {
      name: 'chromium',
      testIgnore: 'webkit/**',
      use: {
        browserName: 'chromium',
        launchOptions: {
          // The engine of /usr/bin/chromium without its windows, which take half as much of the processor again. `CHROMIUM` names another one.
          executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
          args: [
            '--headless',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
  ],
});
