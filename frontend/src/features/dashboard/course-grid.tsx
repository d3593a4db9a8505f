// The courses of the signed-in person in every state: loading, failed, none, some.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { classNames } from '@/lib/class-names';
import { ErrorPanel } from '@/ui/error-panel';
import { Spinner } from '@/ui/spinner';

import { ownCoursesQuery } from './api';
import { CourseCard, type Term } from './course-card';
import { CourseCardSkeleton } from './course-card-skeleton';

const COPY = { failed: 'Error fetching courses. Please try again later.' };

interface CourseGridProps {
  action: 'Start Learning' | 'Continue Learning';
  level: 'h2' | 'h3';
  termOf: (expiresAt: string | null | undefined) => Term;
  empty: ReactNode;
  /** Grid columns, which depend on what stands beside it. */
  className: string;
}

export function CourseGrid({ action, level, termOf, empty, className }: CourseGridProps) {
  const { data: courses, error, isFetching, refetch } = useQuery(ownCoursesQuery);
  const grid = classNames('grid gap-6', className);

  if (courses === undefined && error !== null) {
    return <ErrorPanel title={COPY.failed} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (courses === undefined) {
    return (
      <div className="relative">
        <Spinner label="Loading your courses…" className="absolute inset-x-0 top-16 z-10" />
        <div className={grid}>
          <CourseCardSkeleton />
          <CourseCardSkeleton />
        </div>
      </div>
    );
  }
  if (courses.length === 0) return empty;
  return (
    <ul className={grid}>
      {courses.map((course) => (
        <li key={course.id} className="min-w-0">
          <CourseCard
            course={course}
            action={action}
            level={level}
            term={termOf(course.expiresAt)}
          />
        </li>
      ))}
    </ul>
  );
}
