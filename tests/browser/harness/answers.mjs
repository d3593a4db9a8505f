// Error answers for one call, in place of the server's own, and no answers at all.
export function refuseCall(page, path, { status, code, message, headers = {} }) {
  return page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code, message }),
    }),
  );
}

/** An error page of a proxy, which is not JSON. */
export function breakCall(page, path, { status, body }) {
  return page.route(`**${path}`, (route) =>
    route.fulfill({ status, headers: { 'content-type': 'text/html' }, body }),
  );
}

/**
 * Takes the network from a page that stands. Files that it requests ahead may still be under way or come later; without a network they fail,
 * by another name where they are requested through the service worker.
 */
export async function goOffline(page, problems) {
  problems.allow(/^GET \/assets\/\S+ net::ERR_(FAILED|INTERNET_DISCONNECTED)$/);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}
