// The server's time, by which accesses end and what a member did is ordered: the clock of this device may be hours off. Each
// answer's `Date` (RFC 9110, section 6.6.1) says by how much. The difference is kept in localStorage, because a page that is
// opened without a connection needs it.
const STORAGE_KEY = 'server-clock';
/** `Date` has whole seconds; a smaller difference may be the connection's. */
const TOLERANCE_MS = 2_000;
const SECOND_MS = 1_000;
/** How often the time of the newest answer is stored where the difference stays. */
const STORE_EACH_MS = 60_000;

interface Measured {
  /** What the server's clock is ahead of this device's, in milliseconds. */
  difference: number;
  /** The server's time of the newest answer; 0 before any. */
  seen: number;
}

let measured: Measured | undefined;
/** The device's clock less the time since the page began, which no clock that is set changes: as it was looked at last. */
let origin: number | undefined;

/** The server's time in milliseconds since 1970; the device's before any answer. */
export function serverNow(): number {
  const { difference } = current();
  return Date.now() + difference;
}

/** Reads the time of an answer that has just begun; its request began at `askedAt` of `performance.now()`. */
export function readServerTime(headers: Headers, askedAt: number): void {
  const date = Date.parse(headers.get('Date') ?? '');
  // The answer of a shared cache is older than it arrives.
  if (Number.isNaN(date) || headers.has('Age')) return;
  const before = current();
  const now = Date.now();
  // The server wrote it at any time of the call, and in any part of that second.
  const least = date - now;
  const most = least + SECOND_MS + Math.max(0, performance.now() - askedAt);
  const fits = (difference: number) =>
    least - TOLERANCE_MS < difference && difference < most + TOLERANCE_MS;
  // What is known stays while it fits: an answer that took long says less.
  const difference = [before.difference, 0].find(fits) ?? Math.round((least + most) / 2);
  measured = { difference, seen: date };
  const kept = stored();
  if (difference !== kept.difference || Math.abs(date - kept.seen) >= STORE_EACH_MS)
    store(measured);
}

/** For tests, which each start with a new page. */
export function forgetServerTime(): void {
  measured = undefined;
  origin = undefined;
}

/** What is known, with a clock that was set back meanwhile. One that was set forward looks like a device that slept. */
function current(): Measured {
  const now = Date.now();
  const currentOrigin = now - performance.now();
  if (measured === undefined) {
    measured = stored();
    // The server's time is never before an answer's.
    const least = measured.seen - now;
    if (least - measured.difference > TOLERANCE_MS) measured.difference = least;
  } else if (origin !== undefined && origin - currentOrigin > TOLERANCE_MS) {
    measured.difference += Math.round(origin - currentOrigin);
    store(measured);
  }
  origin = currentOrigin;
  return measured;
}

function stored(): Measured {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '');
    const [difference, seen]: unknown[] = Array.isArray(value) ? value : [];
    if (Number.isSafeInteger(difference) && Number.isSafeInteger(seen))
      return { difference: Number(difference), seen: Number(seen) };
  } catch {
    // Not stored yet, or without storage.
  }
  return { difference: 0, seen: 0 };
}

function store({ difference, seen }: Measured): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([difference, seen]));
  } catch {
    // Known while this page is open.
  }
}
