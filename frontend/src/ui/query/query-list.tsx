// A list of the server: being loaded, failed with a retry button, empty, or with its rows.
import type { UseQueryResult } from '@tanstack/react-query';

import type { Elements } from '../elements';
import { Skeleton } from '../skeleton';
import { Spinner } from '../spinner';
import { QueryStates } from './query-states';

interface QueryListProps<Item> {
  query: UseQueryResult<Item[]>;
  /** `empty` is shown instead of a list without rows. */
  copy: { loading: string; loadFailed: string; empty?: string };
  /** The list's accessible name. */
  label?: string;
  /** A row: an `li` with a key. */
  children: (item: Item) => Elements;
}

export function QueryList<Item>({ query, copy, label, children }: QueryListProps<Item>) {
  return (
    <QueryStates
      query={query}
      failed={copy.loadFailed}
      loading={
        <div className="grid gap-4">
          <Spinner label={copy.loading} />
          <Skeleton className="h-14" />
        </div>
      }
    >
      {(items) =>
        items.length === 0 && copy.empty !== undefined ? (
          <p className="text-sm text-ink-muted">{copy.empty}</p>
        ) : (
          <ul aria-label={label} className="border-t border-line">
            {items.map((item) => children(item))}
          </ul>
        )
      }
    </QueryStates>
  );
}
