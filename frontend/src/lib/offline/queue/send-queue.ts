// Sends what one account has to report, in the order of its time, one at a time for all tabs, and keeps what cannot be
// sent now: it is sent when the network is back, also after the page was closed and opened again. Items of one subject
// are merged while they wait, where they can be. An item that arrives twice must do no harm at the server.
import { ApiError, NetworkError } from '../../api-error';
import { concernsItems, itemStore, type StoredItem } from './item-store';
import { oneAtATime } from './one-at-a-time';

export interface QueueState {
  /** How many subjects have items that are not sent. */
  pending: number;
  /** Whether the last item was answered. */
  reachable: boolean;
}

export interface SendQueue<Item, Answer> {
  /** Keeps the item and sends it. `leaving`: at once, without waiting for other items or tabs. */
  add(item: Item, options?: { leaving?: boolean }): void;
  /** Sends what is kept; resolves when all is sent or nothing more can be sent now. */
  flush(): Promise<void>;
  /** Sends what is kept, also after a refusal. */
  retryNow(): void;
  /** What is kept, oldest first. */
  items(): Item[];
  /** The same object until the state changes. */
  getState(): QueueState;
  subscribe(onChange: () => void): () => void;
  /** The server has answered an item. */
  onDelivered(listener: (item: Item, answer: Answer) => void): () => void;
  /** The server refuses an item, or asks for a sign-in first. */
  onRefused(listener: (item: Item, error: ApiError) => void): () => void;
  /** Sends what is kept now, and again when the network is back, until the returned function is called. */
  start(): () => void;
  /** No more retries: the account's pages are closed. */
  stop(): void;
}

/** A kind of item, and how it is delivered. */
export interface Deliveries<Item, Answer> {
  /** The first part of the rows' keys. */
  prefix: string;
  /** What was stored is not trusted; undefined when it is no item. */
  parse: (text: string) => Item | undefined;
  /** When the item was made (RFC 3339). */
  timeOf: (item: Item) => string;
  /** `live`: the item has just been made. A kept one is sent later, and the time at which it was made counts. */
  deliver: (item: Item, options: { live: boolean }) => Promise<Answer>;
  /** What an item is about. */
  subjectOf: (item: Item) => string | number;
  /** One item that says what two of one subject say; undefined where they cannot be merged. */
  merge?: (earlier: Item, later: Item) => Item | undefined;
}

interface Sender {
  account: number;
  /** Shared by the tabs of the account. */
  lockName: string;
  /** Whether this browser is still signed in to the account. */
  isSignedIn: () => boolean;
}

/** An item that waited longer is not live, for instance behind another tab's. */
export const LIVE_MS = 2_000;
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 30_000;

export function createSendQueue<Item, Answer>(
  kind: Deliveries<Item, Answer>,
  { account, lockName, isSignedIn }: Sender,
): SendQueue<Item, Answer> {
  const { deliver, subjectOf, merge = () => undefined } = kind;
  const store = itemStore(kind, account);
  /** The items of this tab, with the time of the page (`performance.now`) at which each was made. */
  const own = new Map<string, number>();
  const inFlight = new Set<string>();
  const listeners = new Set<() => void>();
  const answerListeners = new Set<(item: Item, answer: Answer) => void>();
  const refusalListeners = new Set<(item: Item, error: ApiError) => void>();
  let state: QueueState = { pending: 0, reachable: true };
  let signedOut = false;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const update = (reachable = state.reachable) => {
    const subjects = new Set(store.rows().map(({ item }) => subjectOf(item)));
    if (subjects.size === state.pending && reachable === state.reachable) return;
    state = { pending: subjects.size, reachable };
    for (const listener of listeners) listener();
  };

  const remove = (key: string) => {
    store.remove(key);
    own.delete(key);
  };

  /** Adds the item to a waiting item, when both are of this tab and one subject. */
  const keep = (item: Item): StoredItem<Item> => {
    const waiting = store
      .rows()
      .findLast((row) => own.has(row.key) && subjectOf(row.item) === subjectOf(item));
    const merged = waiting && !inFlight.has(waiting.key) ? merge(waiting.item, item) : undefined;
    const kept = { key: store.add(merged ?? item), item: merged ?? item };
    own.set(kept.key, performance.now());
    if (merged && waiting) remove(waiting.key);
    return kept;
  };

  /** Whether the next item may be tried. */
  const attempt = async ({ key, item }: StoredItem<Item>): Promise<boolean> => {
    inFlight.add(key);
    const madeAt = own.get(key) ?? Number.NEGATIVE_INFINITY;
    const live = performance.now() - madeAt < LIVE_MS;
    try {
      const answer = await deliver(item, { live });
      for (const listener of answerListeners) listener(item, answer);
      remove(key);
      retryMs = FIRST_RETRY_MS;
      update(true);
      return true;
    } catch (error) {
      return failed(key, item, error);
    } finally {
      inFlight.delete(key);
    }
  };

  const failed = (key: string, item: Item, error: unknown): boolean => {
    const refusal = refusalOf(error);
    if (refusal === 'final') remove(key);
    if (refusal === 'signed-out') signedOut = true;
    if (refusal === 'later') retryLater(error);
    update(refusal !== 'later' || error instanceof ApiError);
    if (isRefused(error)) for (const listener of refusalListeners) listener(item, error);
    return refusal === 'final';
  };

  const retryLater = (error: unknown) => {
    clearTimeout(retry);
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    retry = setTimeout(() => void flush(), Math.max(retryMs, asked));
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };

  const mayBeSent = () => !signedOut && isSignedIn();

  /** What earlier pages and closed tabs left becomes one item a subject, where items can be merged. */
  const mergeWaiting = () => {
    const latest = new Map<string | number, StoredItem<Item>>();
    for (const row of store.rows()) {
      if (inFlight.has(row.key)) continue;
      const subject = subjectOf(row.item);
      const before = latest.get(subject);
      const merged = before && merge(before.item, row.item);
      if (!before || !merged) {
        latest.set(subject, row);
        continue;
      }
      latest.set(subject, { key: store.add(merged), item: merged });
      store.remove(before.key);
      store.remove(row.key);
    }
  };

  const drain = async () => {
    mergeWaiting();
    let goesOn = true;
    while (goesOn && mayBeSent()) {
      const next = store.rows().find(({ key }) => !inFlight.has(key));
      goesOn = next !== undefined && (await attempt(next));
    }
    update();
  };

  const flush = async () => {
    clearTimeout(retry);
    if (!mayBeSent() || store.rows().length === 0) return update();
    await oneAtATime(lockName, drain);
  };

  const retryNow = () => {
    signedOut = false;
    retryMs = FIRST_RETRY_MS;
    void flush();
  };
  const stop = () => clearTimeout(retry);

  return {
    add(item, { leaving = false } = {}) {
      const kept = keep(item);
      update();
      if (!leaving) void flush();
      else if (state.reachable && mayBeSent()) void attempt(kept);
    },
    flush,
    retryNow,
    items: () => store.rows().map(({ item }) => item),
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    onDelivered(listener) {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    onRefused(listener) {
      refusalListeners.add(listener);
      return () => refusalListeners.delete(listener);
    },
    start() {
      const refresh = (event: StorageEvent) => {
        if (concernsItems(event, kind.prefix)) update();
      };
      window.addEventListener('online', retryNow);
      window.addEventListener('storage', refresh);
      retryNow();
      return () => {
        window.removeEventListener('online', retryNow);
        window.removeEventListener('storage', refresh);
        stop();
      };
    },
    stop,
  };
}

type Refusal = 'later' | 'signed-out' | 'final';

/** No answer, a server error, a limit of attempts or of devices pass; any other refusal is final. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return error instanceof NetworkError ? 'later' : 'final';
  if (error.status === 401) return 'signed-out';
  const passes = error.status >= 500 || error.status === 429 || error.code === 'too_many_streams';
  return passes ? 'later' : 'final';
}

function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
