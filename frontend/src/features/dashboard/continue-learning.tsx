// The lessons watched last, as a list to pick one up again.
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { errorMessage } from '@/lib/api-client';
import { dateAndTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { ErrorPanel } from '@/ui/error-panel';
import { LinkButton } from '@/ui/link-button';
import { Progress } from '@/ui/progress';
import { Skeleton } from '@/ui/skeleton';
import { Spinner } from '@/ui/spinner';

import { recentLessonsQuery, type RecentLesson } from './api';
import { EmptyState } from './empty-state';

const COPY = {
  failed: 'Your recent lessons could not be loaded.',
  empty: {
    title: 'Start Your Learning Journey',
    text: 'Begin watching your course content to track your progress here.',
  },
  lastWatched: (date: string) => `Last watched: ${date}`,
  completed: 'Completed',
  action: 'Continue',
};

interface ContinueLearningProps {
  /** "2:10 of 9:00" */
  positionOf: (lesson: RecentLesson) => string;
}

function Lesson({ lesson, position }: { lesson: RecentLesson; position: string }) {
  const titleId = useId();
  return (
    <li className="border-b border-line py-4 first:pt-0">
      <p className="truncate text-xs text-ink-muted">{lesson.courseTitle}</p>
      <h3 id={titleId} title={lesson.videoTitle} className="line-clamp-2 text-base">
        {lesson.videoTitle}
      </h3>
      <div className="mt-2 flex items-end justify-between gap-4">
        <div className="min-w-0 grow">
          <p className="mb-2 text-xs text-ink-muted figures">
            {COPY.lastWatched(dateAndTime(lesson.lastWatched))}
          </p>
          <div className="flex items-center gap-3">
            <Progress
              className="max-w-40 grow"
              value={lesson.completed ? lesson.duration : lesson.watchedSeconds}
              max={lesson.duration}
              label={`Watched of ${lesson.videoTitle}`}
              valueText={lesson.completed ? COPY.completed : position}
            />
            <span className="text-xs text-ink-muted figures">
              {lesson.completed ? COPY.completed : position}
            </span>
          </div>
        </div>
        <LinkButton
          to={paths.portalCourse(lesson.modelId, lesson.videoId)}
          look="secondary"
          size="small"
          aria-describedby={titleId}
        >
          {COPY.action}
        </LinkButton>
      </div>
    </li>
  );
}

export function ContinueLearning({ positionOf }: ContinueLearningProps) {
  const { data: lessons, error, isFetching, refetch } = useQuery(recentLessonsQuery);

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
      <div className="relative grid gap-6">
        <Spinner label="Loading your recent lessons…" className="absolute inset-x-0 top-16 z-10" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (lessons.length === 0) return <EmptyState {...COPY.empty} />;
  return (
    <ul>
      {lessons.map((lesson) => (
        <Lesson key={lesson.videoId} lesson={lesson} position={positionOf(lesson)} />
      ))}
    </ul>
  );
}
