// The shape of the lists while they are loaded.
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

const COPY = { loading: 'Loading what is to do…' };

export function TodaySkeleton() {
  return (
    <div className="mt-8 grid gap-3">
      <Spinner label={COPY.loading} className="sr-only" />
      <Skeleton className="h-7 w-40" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
      <Skeleton className="mt-5 h-7 w-56" />
      {[0, 1].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
