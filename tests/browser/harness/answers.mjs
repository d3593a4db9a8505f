// Answers that the real server gives only on a bad day, put in its place for one call.
export function refuseCall(page, path, { status, code, message, headers = {} }) {
  return page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code, message }),
    }),
  );
}

/** As a proxy in front of the server says it: no JSON. */
export function breakCall(page, path, { status, body }) {
  return page.route(`**${path}`, (route) =>
    route.fulfill({ status, headers: { 'content-type': 'text/html' }, body }),
  );
}
