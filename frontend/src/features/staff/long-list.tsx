// A list that shows its first rows, and all of them when asked.
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/ui/button';
import type { Elements } from '@/ui/elements';

interface LongListProps<Item> {
  items: readonly Item[];
  /** How many are shown at first. */
  first?: number;
  /** The list's accessible name. */
  label: string;
  /** Instead of a list without rows. */
  empty: string;
  /** A row: an `li` with a key. */
  children: (item: Item) => Elements;
}

export function LongList<Item>(props: LongListProps<Item>) {
  const { items, first = 8, label, empty, children } = props;
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button that had the focus is gone: on to the first row that it has brought.
  useEffect(() => {
    const row = list.current?.children[first];
    if (!all || !(row instanceof HTMLElement)) return;
    row.tabIndex = -1;
    row.focus();
  }, [all, first]);
  if (items.length === 0) return <p className="text-sm text-ink-muted">{empty}</p>;
  const shown = all ? items : items.slice(0, first);
  return (
    <>
      <ul ref={list} aria-label={label} className="border-t border-line">
        {shown.map((item) => children(item))}
      </ul>
      {shown.length < items.length && (
        <Button look="quiet" size="small" className="mt-2 -ml-4" onClick={() => setAll(true)}>
          {`Show all ${items.length}`}
        </Button>
      )}
    </>
  );
}
