// The recent lessons in every state: loading, failed, none, some.
import type { UseQueryResult } from '@tanstack/react-query';

import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import type { RecentLesson as Lesson } from './api';
import { EmptyState } from './empty-state';
import { RecentLesson } from './recent-lesson';

const COPY = {
  failed: 'Your recent lessons could not be loaded.',
  empty: {
    title: 'Start Your Learning Journey',
    text: 'Begin watching your course content to track your progress here.',
  },
};

interface ContinueLearningProps {
  query: UseQueryResult<Lesson[]>;
  /** "2:10 of 9:00" */
  positionOf: (lesson: Lesson) => string;
  /** Of what a course says. */
  languageOf: (courseId: number) => string | undefined;
}

export function ContinueLearning({ query, positionOf, languageOf }: ContinueLearningProps) {
  return (
    <QueryStates
      query={query}
      failed={COPY.failed}
      loading={
        <div className="relative grid gap-4">
          <Spinner
            label="Loading your recent lessons…"
            className="absolute inset-x-0 top-16 z-10"
          />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      }
    >
      {(lessons) =>
        lessons.length === 0 ? (
          <EmptyState {...COPY.empty} />
        ) : (
          <ul className="border-t border-line">
            {lessons.map((lesson) => (
              <RecentLesson
                key={lesson.videoId}
                lesson={lesson}
                position={positionOf(lesson)}
                language={languageOf(lesson.modelId)}
              />
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}
