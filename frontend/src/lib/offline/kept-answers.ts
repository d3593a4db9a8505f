// Answers that stay readable without a connection, in this browser's IndexedDB: answers for the account that is signed in,
// and about a course for as long as its access lasts. The network comes first; what is kept is used only when there is no
// answer at all.
import {
  clear,
  createStore,
  del,
  entries,
  get,
  promisifyRequest,
  set,
  type UseStore,
} from 'idb-keyval';

import { ApiError, NetworkError } from '../api-error';
import { serverNow } from '../server-clock';
import { inStoreTime } from './store-time';

interface Kept<T> {
  data: T;
  /** The course that it belongs to. */
  course?: number;
}

interface KeptAccess {
  hasAccess: boolean;
  expiresAt?: string | null;
}

interface KeptCourse {
  id: number;
  expiresAt?: string | null;
}

const OWN_COURSES = '/api/user/courses';

let opened: UseStore | undefined;
/** The keys of answers that this page shows from what is kept. */
const shown = new Set<string>();
/** How many answers of each key have come from the server. */
const answered = new Map<string, number>();

/** What is kept of each answer that this page has asked for, by its key. */
const kinds = new Map<
  string,
  { course?: number | undefined; partOf: (data: unknown) => unknown }
>();

interface KeepOptions<T, Stored> {
  course?: number;
  /** What of the answer is kept; all of it when absent. */
  part?: (data: T) => Stored;
}

/** The answer of `fetch`; without a connection what is kept of its last answer. */
export async function orKept<T, Stored = T>(
  key: string,
  fetch: () => Promise<T>,
  { course, part }: KeepOptions<T, Stored> = {},
): Promise<T | Stored> {
  const partOf = (data: unknown) =>
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the cache holds the answer's type under its key
    part === undefined ? data : part(data as T);
  kinds.set(key, { course, partOf });
  const before = answered.get(key);
  try {
    const data = await fetch();
    shown.delete(key);
    answered.set(key, (answered.get(key) ?? 0) + 1);
    // The page does not wait for the disk: what is read later waits for what is written before.
    void keep(key, partOf(data), course);
    return data;
  } catch (error) {
    if (error instanceof NetworkError) {
      const kept = await readKept<Stored>(key);
      if (kept === undefined) throw error;
      // Not where a later call was answered while this one waited for the network.
      if (answered.get(key) === before) shown.add(key);
      return kept;
    }
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) void forget(key);
    throw error;
  }
}

/** The page has changed an answer itself: what is kept of it changes too. */
export async function keepChange(key: string, data: unknown): Promise<void> {
  const kind = kinds.get(key);
  if (kind) await keep(key, kind.partOf(data), kind.course);
}

export async function keep(key: string, data: unknown, course?: number): Promise<void> {
  await attempt(async (store) => {
    const before = key === OWN_COURSES ? await ownCourses(store) : undefined;
    await set(key, entryOf(data, course), store);
    if (course !== undefined && key === accessKey(course) && !(await isOpen(course, store))) {
      await forgetCourse(course, store);
    }
    const now = before && (await ownCourses(store));
    for (const { id } of before ?? []) {
      if (!now?.some((own) => own.id === id)) await forgetCourse(id, store);
    }
  });
}

/** Keeps what comes after the answer that names it, such as a picture: not when that answer has been removed meanwhile. */
export async function keepWith(
  answer: string,
  key: string,
  data: unknown,
  course: number,
): Promise<void> {
  await attempt((store) =>
    store('readwrite', async (all) => {
      if ((await promisifyRequest(all.getKey(answer))) === undefined) return;
      await promisifyRequest(all.put(entryOf(data, course), key));
    }),
  );
}

/** Another account, or no account: nothing of the account before stays. */
export async function forgetAll(): Promise<void> {
  await attempt((store) => clear(store));
}

/** Whether this page shows it from what is kept, so that it must be fetched when the connection is back. */
export function isShownFromKept(key: unknown): boolean {
  return typeof key === 'string' && shown.has(key);
}

/**
 * Whether the access to a course lasts: as its page fetched it last, else as the list of the member's own courses says. True
 * where neither is kept: the server decided when it sent what is kept.
 */
export async function isCourseOpen(course: number): Promise<boolean> {
  return (await attempt((store) => isOpen(course, store))) ?? true;
}

export function accessKey(course: number): string {
  return `/api/courses/${course}/access`;
}

/** What is kept under a key, while the access to its course lasts. */
export async function readKept<T>(key: string): Promise<T | undefined> {
  return attempt(async (store) => {
    const kept = await get<Kept<T>>(key, store);
    if (kept?.course !== undefined && !(await isOpen(kept.course, store))) {
      await forgetCourse(kept.course, store);
      return undefined;
    }
    return kept?.data;
  });
}

async function isOpen(course: number, store: UseStore): Promise<boolean> {
  const access = (await get<Kept<KeptAccess>>(accessKey(course), store))?.data;
  if (access !== undefined) return access.hasAccess && lasts(access.expiresAt);
  const own = await ownCourses(store);
  return own?.some(({ id, expiresAt }) => id === course && lasts(expiresAt)) ?? true;
}

async function ownCourses(store: UseStore): Promise<KeptCourse[] | undefined> {
  return (await get<Kept<KeptCourse[]>>(OWN_COURSES, store))?.data;
}

function entryOf(data: unknown, course: number | undefined): Kept<unknown> {
  return { data, ...(course === undefined ? {} : { course }) };
}

function lasts(expiresAt: string | null | undefined): boolean {
  return !expiresAt || Date.parse(expiresAt) > serverNow();
}

async function forget(key: string): Promise<void> {
  await attempt((store) => del(key, store));
}

async function forgetCourse(course: number, store: UseStore): Promise<void> {
  for (const [key, kept] of await entries<string, Kept<unknown>>(store)) {
    if (kept.course === course) await del(key, store);
  }
}

/** Without IndexedDB, or where it does not answer, nothing is kept; that is no failure of the call. */
async function attempt<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  let isOver = false;
  try {
    const store = (opened ??= createStore('portal-kept', 'answers'));
    return await inStoreTime(
      work((mode, use) =>
        store(mode, (all) => {
          // What was given up must not be written later, over what came after it.
          if (isOver) throw new DOMException('No answer in time', 'TimeoutError');
          return use(all);
        }),
      ),
    );
  } catch {
    return undefined;
  } finally {
    isOver = true;
  }
}
