// The placeholder of a course card, with the same sizes.
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';

export function CourseCardSkeleton() {
  return (
    <Card
      className="grid grid-cols-[6rem_minmax(0,1fr)] overflow-hidden sm:grid-cols-[12rem_minmax(0,1fr)]"
      aria-hidden
    >
      <Skeleton className="rounded-none" />
      <div className="p-4">
        <Skeleton className="h-7 w-4/5" />
        <Skeleton className="mt-1 h-12" />
        <Skeleton className="mt-4 h-14" />
      </div>
    </Card>
  );
}
