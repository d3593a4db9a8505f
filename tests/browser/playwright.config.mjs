// How the browser tests run: Debian's Chromium without a window, two at a time, no second chances.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.mjs',
  outputDir: 'results',
  fullyParallel: true,
  workers: 2,
  // A test that passes at the second try is a defect, of the product or of the test.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // What a page shows comes within this, also on a machine that builds something else meanwhile.
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
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
