// Runs before every test file: matchers, a fake network without default answers, a clean page.
import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';

import { staffCache } from '@/features/staff/api';
import { forgetDrafts } from '@/features/staff/drafts';
import { forgetQueues } from '@/lib/offline/queue/account-queue';
import { queryClient } from '@/lib/query-client';
import { forgetServerTime } from '@/lib/server-clock';
import { clearToasts } from '@/ui/toast/toast';

import { fakeDialogs } from './fake-dialogs';
import { server } from './server';

// It ends a test that hangs, also on a machine that takes ten times as long; no test is about it.
configure({ asyncUtilTimeout: 60_000 });

// Retries happen without a delay.
const { queries, ...others } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  clearToasts();
  queryClient.clear();
  staffCache.clear();
  forgetDrafts();
  forgetQueues();
  forgetServerTime();
  sessionStorage.clear();
  localStorage.clear();
});
afterAll(() => server.close());

fakeDialogs();

// jsdom has no layout: these functions of browsers do nothing here.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => {};
Element.prototype.releasePointerCapture = () => {};
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.matchMedia = (media) => ({
  matches: false,
  media,
  onchange: null,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent: () => false,
});
