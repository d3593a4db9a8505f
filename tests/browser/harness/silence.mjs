// Listens to everything that goes wrong in a browser context: console errors, broken scripts, refused
// calls, failed requests, other hosts. What a test did not announce fails it, and so does an announced
// trouble that never came.
import { expect } from '@playwright/test';

/** The browser's own line for a refused call: the answer itself is noted with its address. */
const ABOUT_AN_ANSWER = /^Failed to load resource:/;

/** Visitors ask who they are and hear 401; it is the specification's way of saying nobody. */
const NORMAL = [/^GET \/api\/user 401$/];

export function listen(context, origin) {
  const heard = [];
  const expected = [];
  const allowed = [...NORMAL];
  const note = (trouble) => heard.push(trouble);
  const addressOf = (request) => {
    const url = new URL(request.url());
    return `${request.method()} ${url.origin === origin ? '' : url.origin}${url.pathname}`;
  };

  context.on('console', (message) => {
    if (message.type() === 'error' && !ABOUT_AN_ANSWER.test(message.text())) {
      note(`console: ${message.text()}`);
    }
  });
  context.on('weberror', (error) => note(`script: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol) && url.origin !== origin) {
      note(`other host: ${url.origin}`);
    }
  });
  context.on('response', (response) => {
    if (response.status() >= 400) note(`${addressOf(response.request())} ${response.status()}`);
  });
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    // The browser's own word for what it drops itself: a page that is left while its files come, a range
    // of a video that a jump leaves behind. What the network or the server breaks has other names.
    if (why === 'net::ERR_ABORTED') return;
    note(`${addressOf(request)} ${why}`);
  });

  return {
    /** This trouble must come, as often as it likes. */
    expect: (...patterns) => expected.push(...patterns),
    /** This trouble may come. */
    allow: (...patterns) => allowed.push(...patterns),
    check: () => {
      const known = [...expected, ...allowed];
      const surprises = heard.filter((line) => !known.some((pattern) => pattern.test(line)));
      expect(surprises, 'trouble that the test did not announce').toEqual([]);
      const missing = expected.filter((pattern) => !heard.some((line) => pattern.test(line)));
      expect(missing.map(String), `announced trouble that never came; heard: ${heard}`).toEqual([]);
    },
  };
}
