// In the place of the next session while sessions are loaded, in its shape.
import { Skeleton } from '@/ui/skeleton';

const LOADING = 'Loading your live sessions…';

export function LiveSkeleton() {
  return (
    <div className="grid max-w-[38rem] gap-4">
      <p role="status" className="sr-only">
        {LOADING}
      </p>
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="h-9" />
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="h-12 sm:w-40" />
      <Skeleton className="h-12" />
    </div>
  );
}
