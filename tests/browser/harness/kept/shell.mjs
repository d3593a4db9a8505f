// What the portal's service worker keeps.

/** The worker controls the page and has kept all of its files. */
export async function kept(page) {
  await page.waitForFunction(async () => {
    if (!navigator.serviceWorker.controller) return false;
    const cache = await caches.open('portal-shell');
    const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const files = ['/portal', ...used.filter((path) => path.startsWith('/assets/'))];
    const found = await Promise.all(files.map((path) => cache.match(path)));
    return files.length > 5 && found.every((file) => file !== undefined);
  });
}
