// An error of the page that no code handled, reported to the owner once: its kind and message, the page's route pattern and
// version. No address and no content: what stands in quotes, addresses and long numbers are taken out before it is sent.
import { matchEntry } from '../routing/match';
import { ChunkError } from './chunk-failure';

/** Of one page load; the first errors show the cause. */
const MOST_REPORTS = 5;
/** As the server takes them. */
const LONGEST = 200;
/** Failures of the connection and of calls, which the server knows, and requests that were given up. */
const EXPECTED = ['AbortError', 'ApiError', 'NetworkError', 'TimeoutError'];

const reported = new Set<string>();

/** Listens for uncaught errors. Errors that a boundary shows are passed to `reportPageError`. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => reportPageError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportPageError(reason));
}

export function reportPageError(error: unknown): void {
  const message = messageOf(error);
  if (message === undefined) return;
  const route = matchEntry(location.pathname).path;
  const key = `${route} ${message}`;
  if (reported.has(key) || reported.size >= MOST_REPORTS) return;
  reported.add(key);
  const version = import.meta.env.PORTAL_VERSION;
  void send({ message, route, version }).catch(() => {});
}

/** Undefined: not an error of the page. */
export function messageOf(error: unknown): string | undefined {
  // Scripts of another site, such as an extension's, and what the browser warns of have no error.
  if (!(error instanceof Error) || error.stack?.includes('-extension://')) return undefined;
  if (error instanceof ChunkError || EXPECTED.includes(error.name)) return undefined;
  return withoutContent(`${error.name}: ${error.message}`).slice(0, LONGEST).trim();
}

const QUOTED = /(reading |setting |property )?(["'`“])(.*?)["'`”]/g;

function withoutContent(text: string): string {
  return (
    text
      .replaceAll(/[a-z][a-z+.-]*:\/\/\S*/gi, '…')
      .replaceAll(/\S*@\S*/g, '…')
      // Names of properties are the code's own.
      .replaceAll(
        QUOTED,
        (whole: string, property: string | undefined, _: string, inner: string) =>
          property !== undefined && /^[\w$]+$/.test(inner) ? whole : `${property ?? ''}'…'`,
      )
      .replaceAll(/\d{4,}/g, '…')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
  );
}

type Report = Record<'message' | 'route' | 'version', string>;

/** The client of the server's calls is no part of a public page's first script. */
async function send(report: Report): Promise<void> {
  const client = await import('@/lib/api-client');
  await client.send(client.api.POST('/api/page-errors', { body: report, keepalive: true }));
}
