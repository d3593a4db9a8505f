// After a deployment an open page may request script files that no longer exist. The page is reloaded once to get the
// new file names; when that does not help, the error is thrown and shown. Without a connection no reload can help, and it
// would take away what is on the page.
const STORAGE_KEY = 'reloaded-for-missing-file';
const ONCE_WITHIN_MS = 60_000;
/** Safari ends the requests of a page that is being left as failed, before the next page is there. */
const LEAVING_MS = 5_000;

let leavesAt = Number.NEGATIVE_INFINITY;
// The pages are also rendered where there is no window.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', () => {
    leavesAt = Date.now();
  });
}

export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

export async function loadOrReload<T>(source: () => Promise<T>): Promise<T> {
  try {
    return await source();
  } catch (cause) {
    // A reload would take the member back. A page that stays, as after a download, is reloaded then.
    if (Date.now() - leavesAt < LEAVING_MS) {
      await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
    }
    if (!navigator.onLine || !mayReload())
      throw new ChunkError('A part of this page could not be loaded.', { cause });
    location.reload();
    return new Promise<T>(() => {}); // the page is being reloaded
  }
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(STORAGE_KEY) ?? 0);
    if (Date.now() - last < ONCE_WITHIN_MS) return false;
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
    return true;
  } catch {
    return false; // without storage a second reload could not be prevented
  }
}
