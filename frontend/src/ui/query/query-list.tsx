// A list of the server: being loaded, failed with a retry button, empty, or with its rows.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { errorMessage } from '@/lib/api-client';

import { ErrorPanel } from '../error-panel';
import { Skeleton } from '../skeleton';
import { Spinner } from '../spinner';

interface QueryListProps<Item> {
  query: UseQueryResult<Item[]>;
  /** `empty` is shown instead of a list without rows. */
  copy: { loading: string; loadFailed: string; empty?: string };
  /** The list's accessible name. */
  label?: string;
  /** A row: an `li` with a key. */
  children: (item: Item) => ReactNode;
}

export function QueryList<Item>({ query, copy, label, children }: QueryListProps<Item>) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined && error !== null) {
    return (
      <ErrorPanel
        title={copy.loadFailed}
        detail={errorMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (data === undefined) {
    return (
      <div className="grid gap-4">
        <Spinner label={copy.loading} />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (data.length === 0 && copy.empty !== undefined) {
    return <p className="text-sm text-ink-muted">{copy.empty}</p>;
  }
  return (
    <ul aria-label={label} className="border-t border-line">
      {data.map((item) => children(item))}
    </ul>
  );
}
