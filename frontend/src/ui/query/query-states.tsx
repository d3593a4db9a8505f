// Data of the server: being loaded, failed with a retry button, or there.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { errorMessage } from '@/lib/api-client';

import { ErrorPanel } from '../error-panel';

interface QueryStatesProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** In the place of what is loaded, in its shape. */
  loading: ReactNode;
  failed: string;
  /** The failure's own sentence is shown too. */
  reason?: boolean;
  children: (data: Data) => ReactNode;
}

export function QueryStates<Data>(props: QueryStatesProps<Data>): ReactNode {
  const { query, loading, failed, reason = true, children } = props;
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return loading;
  return (
    <ErrorPanel
      title={failed}
      detail={reason ? errorMessage(error) : undefined}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  );
}
