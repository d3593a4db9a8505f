// The items of one account that are not sent yet, in this browser's localStorage: unlike IndexedDB it can still be
// written while the page is being closed. A row is never changed, only added and removed, so that two tabs cannot
// overwrite each other's items. Without storage the rows live as long as the page.

export interface StoredItem<Item> {
  key: string;
  item: Item;
}

export interface ItemStore<Item> {
  /** Oldest first. */
  rows(): StoredItem<Item>[];
  add(item: Item): string;
  remove(key: string): void;
}

interface StoredKind<Item> {
  prefix: string;
  parse: (text: string) => Item | undefined;
  timeOf: (item: Item) => string;
}

export function itemStore<Item>(kind: StoredKind<Item>, account: number): ItemStore<Item> {
  const { parse, timeOf } = kind;
  const prefix = `${kind.prefix}:${account}:`;
  const memory = new Map<string, Item>();
  let count = 0;

  const stored = (): StoredItem<Item>[] => {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => {
          const item = parse(localStorage.getItem(key) ?? '');
          if (item === undefined) localStorage.removeItem(key);
          return item === undefined ? [] : [{ key, item }];
        });
    } catch {
      return [];
    }
  };

  return {
    rows() {
      const kept = [...memory].map(([key, item]) => ({ key, item }));
      return [...stored(), ...kept].toSorted(
        (one, other) => Date.parse(timeOf(one.item)) - Date.parse(timeOf(other.item)),
      );
    },
    add(item) {
      count += 1;
      // Not crypto.randomUUID, which a page without TLS lacks.
      const key = `${prefix}${Date.now()}-${count}-${Math.random().toString(36).slice(2)}`;
      try {
        localStorage.setItem(key, JSON.stringify(item));
      } catch {
        memory.set(key, item);
      }
      return key;
    },
    remove(key) {
      memory.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // Nothing was stored.
      }
    },
  };
}

/** Whether a change of storage, made by another tab, is about rows of this prefix. */
export function concernsItems({ key }: { key: string | null }, prefix: string): boolean {
  return key === null || key.startsWith(`${prefix}:`);
}
