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
 * Takes the network from a page that has its files. Those that are still under way would fail too, by names that depend on how far each is.
 */
export async function goOffline(page) {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}
