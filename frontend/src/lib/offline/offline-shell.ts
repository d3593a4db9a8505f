// Registers the service worker that lets the portal's pages be reloaded without a connection (public/sw.js), and sends it
// the names of the files that this page has loaded.
import { serviceWorkerUrl } from '@/lib/trusted-types/policy';

export async function keepShell(): Promise<void> {
  // Absent without TLS, except on this machine; the development server's files change.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(serviceWorkerUrl());
    const { active } = await navigator.serviceWorker.ready;
    const keep = performance.getEntriesByType('resource').map(({ name }) => name);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    active?.postMessage({ keep });
  } catch {
    // The browser forbids it: the portal needs a connection then.
  }
}
