// The recent lessons in every state: loading, failed, none, some.
import type { UseQueryResult } from '@tanstack/react-query';

import { errorMessage } from '@/lib/api-client';
import { ErrorPanel } from '@/ui/error-panel';
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
}

export function ContinueLearning({ query, positionOf }: ContinueLearningProps) {
  const { data: lessons, error, isFetching, refetch } = query;

  if (lessons === undefined && error !== null) {
    return (
      <ErrorPanel
        title={COPY.failed}
        detail={errorMessage(error)}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (lessons === undefined) {
    return (
      <div className="relative grid gap-4">
        <Spinner label="Loading your recent lessons…" className="absolute inset-x-0 top-16 z-10" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (lessons.length === 0) return <EmptyState {...COPY.empty} />;
  return (
    <ul className="border-t border-line">
      {lessons.map((lesson) => (
        <RecentLesson key={lesson.videoId} lesson={lesson} position={positionOf(lesson)} />
      ))}
    </ul>
  );
}
