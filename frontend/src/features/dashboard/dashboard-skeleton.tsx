// The placeholder of the dashboard: one spinner and empty boxes.
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { CourseCardSkeleton } from './course-card-skeleton';

export function DashboardSkeleton() {
  return (
    <div className="relative">
      <Spinner label="Loading your dashboard…" className="absolute inset-x-0 top-32 z-10" />
      <Skeleton className="mb-6 h-8 w-40" />
      <div className="grid gap-6 lg:grid-cols-2">
        <CourseCardSkeleton />
        <CourseCardSkeleton />
      </div>
    </div>
  );
}
