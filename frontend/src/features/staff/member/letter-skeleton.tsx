// The shape of a member's page while it is loaded.
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

const COPY = { title: 'A member', loading: 'Loading the member…' };

export function LetterSkeleton() {
  return (
    <div className="grid gap-4 pt-8 lg:pt-12">
      <h1 className="sr-only">{COPY.title}</h1>
      <Spinner label={COPY.loading} className="sr-only" />
      <Skeleton className="h-11 w-64 max-w-full" />
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="mt-2 h-11" />
      <div className="grid gap-x-14 min-[75rem]:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        {[0, 1].map((column) => (
          <div key={column} className="mt-8 grid content-start gap-4">
            <Skeleton className="h-8 w-24" />
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} className="h-16" />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
