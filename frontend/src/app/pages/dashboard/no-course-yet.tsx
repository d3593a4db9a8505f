// Loaded for members without a course alone: it brings the library of forms.
import { Suspense } from 'react';

import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

const FirstCourse = lazyPart(async () => (await import('./first-course')).FirstCourse);

export function NoCourseYet() {
  return (
    <Suspense fallback={<Skeleton className="mt-8 h-64" />}>
      <FirstCourse />
    </Suspense>
  );
}
