// Runs a task while no tab of this browser runs one of the same name. Without Web Locks (a page without TLS), or where another tab keeps the
// lock for longer than a store may take (a tab that the browser has frozen keeps it for good), while this tab runs none: what two
// tabs send twice does no harm at the server.
import { STORE_MS } from '../store-time';

const running = new Map<string, Promise<unknown>>();

export async function oneAtATime(name: string, task: () => Promise<void>): Promise<void> {
  const previous = running.get(name) ?? Promise.resolve();
  const next = () => withLock(name, task);
  const mine = previous.then(next, next);
  running.set(name, mine);
  await mine;
}

async function withLock(name: string, task: () => Promise<void>): Promise<void> {
  if (globalThis.navigator?.locks === undefined) return task();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), STORE_MS);
  let isGranted = false;
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      isGranted = true;
      return task();
    });
  } catch (error) {
    if (isGranted) throw error;
    return task();
  }
}
