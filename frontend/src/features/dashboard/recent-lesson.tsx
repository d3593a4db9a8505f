// One recent lesson: title, time, position, and a link to continue.
import { useId } from 'react';

import { dateAndTime } from '@/lib/format/dates';
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';
import { Progress } from '@/ui/progress';

import type { RecentLesson as Lesson } from './api';

const COPY = {
  lastWatched: (date: string) => `Last watched: ${date}`,
  completed: 'Completed',
  action: 'Continue',
};

interface RecentLessonProps {
  lesson: Lesson;
  position: string;
  /** Of what the course says. */
  language: string | undefined;
}

export function RecentLesson({ lesson, position, language }: RecentLessonProps) {
  const titleId = useId();
  const reached = lesson.completed ? COPY.completed : position;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 border-b border-line py-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)_auto]">
      <div lang={language} dir="auto" className="max-lg:col-span-2">
        <h3 id={titleId} title={lesson.videoTitle} className="line-clamp-2 text-base leading-6">
          {lesson.videoTitle}
        </h3>
        <p dir="auto" className="truncate text-xs text-ink-muted">
          {lesson.courseTitle}
        </p>
      </div>
      <p className="text-xs text-ink-muted figures max-lg:col-span-2">
        {COPY.lastWatched(dateAndTime(lesson.lastWatched))}
      </p>
      <div className="flex items-center gap-3">
        <Progress
          className="w-24 shrink-0"
          value={lesson.completed ? lesson.duration : lesson.watchedSeconds}
          max={lesson.duration}
          label={`Watched of ${lesson.videoTitle}`}
          valueText={reached}
        />
        <span className="text-xs text-ink-muted figures">{reached}</span>
      </div>
      <LinkButton
        to={paths.portalCourse(lesson.modelId, lesson.videoId)}
        look="secondary"
        size="small"
        aria-describedby={titleId}
      >
        {COPY.action}
      </LinkButton>
    </li>
  );
}
