// The same tests in another engine: those with the tag @firefox, in Debian's Firefox ESR (firefox/relay.mjs says how it is driven).
// One worker: Firefox starts slowly, and all of them share it.
import { defineConfig } from '@playwright/test';

import chromium from './playwright.config.mjs';

export default defineConfig(chromium, {
  grep: /@firefox/,
  outputDir: 'results-firefox',
  fullyParallel: false,
  workers: 1,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    trace: 'off',
    launchOptions: {
      executablePath: new URL('firefox/relay.mjs', import.meta.url).pathname,
      args: [],
    },
  },
});
