// Gives up waiting for a store of the browser: WebKit's IndexedDB is known never to answer, and a lock can be held by a tab that the browser
// has frozen. The page goes on without it. (public/sw.js has its own copy: it is no module.)
export const STORE_MS = 2_000;

/** What a store answers; undefined when it does not answer within two seconds. */
export async function inStoreTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, STORE_MS, undefined);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
