// Placeholders of the course page while its data loads, with the same sizes, so that the layout does not shift.
import { Container } from '@/ui/container';
import { Skeleton } from '@/ui/skeleton';

export function WatchSkeleton() {
  return (
    <div className="min-h-screen">
      <Announcement />
      <div className="ink-band">
        <Container className="pt-6 pb-10 sm:pt-8">
          <Skeleton className="h-8 w-2/3 max-w-prose" />
          <Skeleton className="mt-4 h-6 w-72 max-w-full" />
          <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div>
              <Skeleton className="aspect-video" />
              <Skeleton className="mt-2 h-18" />
              <Skeleton className="mt-6 h-8 w-1/2" />
            </div>
            <Skeleton className="h-80 lg:h-auto" />
          </div>
        </Container>
      </div>
      <Container className="py-10">
        <Skeleton className="h-36" />
      </Container>
    </div>
  );
}

export function LockedSkeleton() {
  return (
    <div className="min-h-screen">
      <Announcement />
      <div className="ink-band">
        <Container className="grid gap-8 py-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-center lg:gap-12 lg:py-16">
          <div>
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-3 h-11 w-4/5" />
            <Skeleton className="mt-5 h-28" />
            <Skeleton className="mt-8 h-12 w-56" />
          </div>
          <Skeleton className="aspect-video" />
        </Container>
      </div>
    </div>
  );
}

function Announcement() {
  return (
    <p role="status" className="sr-only">
      Loading the course…
    </p>
  );
}
