// The server's time, by which accesses end and what a member did is ordered: the clock of this device may be hours off. Each
// answer's `Date` (RFC 9110, section 6.6.1) says by how much. The difference is kept in localStorage, because a page that is
// opened without a connection needs it.
const STORAGE_KEY = 'server-clock';
/** `Date` has whole seconds; a smaller difference may be the connection's. */
const TOLERANCE_MS = 2_000;
const SECOND_MS = 1_000;

/** What the server's clock is ahead of this device's, in milliseconds; undefined before it was looked for. */
let difference: number | undefined;

/** The server's time in milliseconds since 1970; the device's before any answer. */
export function serverNow(): number {
  return Date.now() + (difference ??= stored());
}

/** Reads the time of an answer that has just begun; its request began at `askedAt` of `performance.now()`. */
export function readServerTime(headers: Headers, askedAt: number): void {
  const date = Date.parse(headers.get('Date') ?? '');
  // The answer of a shared cache is older than it arrives.
  if (Number.isNaN(date) || headers.has('Age')) return;
  // The server wrote it at any time of the call, and in any part of that second.
  const least = date - Date.now();
  const most = least + SECOND_MS + Math.max(0, performance.now() - askedAt);
  const before = (difference ??= stored());
  // What is known stays while it fits: an answer that took long says less.
  difference =
    [before, 0].find((one) => least - TOLERANCE_MS < one && one < most + TOLERANCE_MS) ??
    Math.round((least + most) / 2);
  if (difference === before) return;
  try {
    localStorage.setItem(STORAGE_KEY, String(difference));
  } catch {
    // Known while this page is open.
  }
}

/** For tests, which each start with a new page. */
export function forgetServerTime(): void {
  difference = undefined;
}

function stored(): number {
  try {
    const kept = Number(localStorage.getItem(STORAGE_KEY));
    return Number.isSafeInteger(kept) ? kept : 0;
  } catch {
    return 0;
  }
}
