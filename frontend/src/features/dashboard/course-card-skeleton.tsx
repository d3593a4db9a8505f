// The placeholder of a course card, with the same sizes.
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';

export function CourseCardSkeleton() {
  return (
    <Card className="overflow-hidden" aria-hidden>
      <Skeleton className="aspect-video rounded-none" />
      <div className="p-5">
        <Skeleton className="h-7 w-4/5" />
        <Skeleton className="mt-2 h-12" />
        <Skeleton className="mt-5 h-1.5" />
        <Skeleton className="mt-2 h-5 w-1/2" />
        <Skeleton className="mt-1 mb-5 h-5 w-2/3" />
        <Skeleton className="h-10" />
      </div>
    </Card>
  );
}
