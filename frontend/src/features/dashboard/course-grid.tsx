// The member's courses in every state: loading, failed, none, one, some.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { QueryStates } from '@/ui/query/query-states';
import { Spinner } from '@/ui/spinner';

import type { OwnCourse } from './api';
import { CourseCard, type CourseCardLook, type PictureOf, type Term } from './course-card';
import { CourseCardSkeleton } from './course-card-skeleton';

const COPY = { failed: 'Error fetching courses. Please try again later.' };

const columns = (count: number) => (count === 1 ? 'grid gap-6' : 'grid gap-6 lg:grid-cols-2');

interface CourseGridProps extends CourseCardLook {
  query: UseQueryResult<OwnCourse[]>;
  pictureOf: PictureOf;
  termOf: (expiresAt: string | null | undefined) => Term;
  empty: ReactNode;
}

export function CourseGrid({ query, pictureOf, termOf, empty, ...look }: CourseGridProps) {
  return (
    <QueryStates
      query={query}
      failed={COPY.failed}
      // The sentence is the specification's; it says what to do.
      reason={false}
      loading={
        <div className="relative">
          <Spinner label="Loading your courses…" className="absolute inset-x-0 top-16 z-10" />
          <div className={columns(2)}>
            <CourseCardSkeleton />
            <CourseCardSkeleton />
          </div>
        </div>
      }
    >
      {(courses) =>
        courses.length === 0 ? (
          empty
        ) : (
          <ul className={columns(courses.length)}>
            {courses.map((course) => (
              <li key={course.id} className="min-w-0">
                <CourseCard
                  {...look}
                  course={course}
                  picture={pictureOf(course)}
                  term={termOf(course.expiresAt)}
                />
              </li>
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}
