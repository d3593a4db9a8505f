// Error answers for one call, in place of the server's own.
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
