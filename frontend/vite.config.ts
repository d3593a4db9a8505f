// The configuration of the client build, the prerendering build, the development server and the unit tests.
import { readFileSync } from 'node:fs';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { ownColours } from './src/app/build/colours';

// The server to which the development server forwards calls and videos.
const server = process.env.PORTAL_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxy = { '/api': server, '/media': server };

// Shared script files: one with the libraries of every page, one with the modules that most public pages share, and one with what shows
// a live session. Without them the bundler makes a file of each shared module, a page requests twenty-five, and the entry names them all.
const chunkGroups = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
  },
  {
    name: 'site',
    // Without forms and what only the pages of members and of staff share: the text of lessons, charts, the cache with its library, passkeys, and what is
    // kept without a connection.
    test: /\/src\/(features\/(site|checkout)|settings|ui(?!\/(safe-html|progress|chart|form\/(checkbox|use-form)))|lib(?!\/(offline|trusted-types|passkeys|query-client|format\/(dates|typed-text))))[./]/,
    minShareCount: 5,
    maxModuleSize: 4_000,
  },
  {
    name: 'live',
    test: /\/src\/features\/live\/(session|soon\/(soon-card|course-sessions))/,
    // What these modules use stays where other pages have it; none of it imports them.
    includeDependenciesRecursively: false,
  },
];

/** Of the product; a page that is open keeps its own when the server is updated. */
const version = /^version = "(.+)"$/m.exec(
  readFileSync(new URL('../Cargo.toml', import.meta.url), 'utf8'),
)?.[1];
if (version === undefined) throw new Error('Cargo.toml names no version.');

const src = new URL('./src', import.meta.url).pathname;
const alias = { '@': src };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), ownColours()],
  resolve: { alias },
  define: { 'import.meta.env.PORTAL_VERSION': JSON.stringify(version) },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy },
  preview: { host: '127.0.0.1', port: 4173, strictPort: true, proxy },
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: isSsrBuild ? { codeSplitting: false } : { codeSplitting: { groups: chunkGroups } },
    },
  },
  // For any JavaScript engine: the server's renderer is not Node.
  ssr: isSsrBuild ? { noExternal: true, target: 'webworker' } : {},
  test: {
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    // Without a zone of its own a chart is read in the machine's.
    env: { TZ: 'UTC' },
    restoreMocks: true,
    // As the limit of one wait in src/test/setup.ts.
    testTimeout: 180_000,
    // One worker fewer than processors, as by default, is one of two.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'jsdom',
          setupFiles: ['src/test/setup.ts'],
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
        },
      },
      {
        extends: true,
        // A browser's environment takes longer to make than these tests to run.
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['src/**/*.dom.test.ts'],
        },
      },
    ],
  },
}));
