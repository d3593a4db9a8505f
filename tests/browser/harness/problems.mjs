// Collects the problems of a browser context: console errors, script errors, violations of the pages' policy, refused calls,
// failed requests, requests to other hosts. An unexpected problem fails the test, and so does an expected problem that never happens.
import { expect } from '@playwright/test';

/** The browser's console message for a refused call, which is recorded from its answer instead. */
const ABOUT_AN_ANSWER = /^Failed to load resource:/;

/** The names that Chromium and Firefox give a request that the browser cancelled itself; the last is a media file that Firefox has. */
const CANCELLED = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'NS_ERROR_PARSED_DATA_CACHED'];

const NORMAL = [
  // A request for the user without a session is answered with 401 (specification).
  /^GET \/api\/user 401$/,
  // Firefox logs this for an answer that breaks off because its page is left, besides the error that the page gets.
  /^script: “TypeError: Error in input stream”\.$/,
];

/** Runs in each page before its scripts. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
    globalThis.reportViolation(
      `${effectiveDirective} ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`,
    );
  });
}

export async function listen(context, origin) {
  const found = [];
  const expected = [];
  const allowed = [...NORMAL];
  const note = (problem) => found.push(problem);
  const addressOf = (request) => {
    const url = new URL(request.url());
    return `${request.method()} ${url.origin === origin ? '' : url.origin}${url.pathname}`;
  };

  context.on('console', (message) => {
    if (message.type() === 'error' && !ABOUT_AN_ANSWER.test(message.text())) {
      note(`console: ${message.text()}`);
    }
  });
  await context.exposeFunction('reportViolation', (violation) => note(`policy: ${violation}`));
  await context.addInitScript(reportViolations);
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
    // Requests that the browser cancels itself: files of a page that is left, a video range after a seek. Failures of the
    // network or the server have other names.
    if (CANCELLED.includes(why)) return;
    note(`${addressOf(request)} ${why}`);
  });

  return {
    /** These problems must happen, once or more. */
    expect: (...patterns) => expected.push(...patterns),
    /** These problems may happen. */
    allow: (...patterns) => allowed.push(...patterns),
    /** The violations of the policy so far. */
    violations: () => found.filter((problem) => problem.startsWith('policy: ')),
    check: () => {
      const known = [...expected, ...allowed];
      const unexpected = found.filter((line) => !known.some((pattern) => pattern.test(line)));
      expect(unexpected, 'unexpected problems').toEqual([]);
      const missing = expected.filter((pattern) => !found.some((line) => pattern.test(line)));
      expect(missing.map(String), `expected problems that never happened; found: ${found}`).toEqual(
        [],
      );
    },
  };
}
