// How the browser tests run: Debian's headless Chromium, two workers.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.mjs',
  outputDir: 'results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // These end a test that hangs, also on a machine that takes ten times as long; no test is about them.
  timeout: 900_000,
  expect: { timeout: 90_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // A trace takes a quarter of the time: `npx playwright test FILE --trace on` records one. Pictures are off too: one is taken of each
    // page that is closed, with a style that the site's policy refuses in Firefox.
    trace: 'off',
    screenshot: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
});
