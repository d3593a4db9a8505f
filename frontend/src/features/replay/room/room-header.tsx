// The head of a run's room: course, lesson and day, what is asked, and the way back.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';

import { classNames } from '@/lib/class-names';
import { replayDay } from '@/lib/format/replay-day';
import { paths } from '@/lib/paths';
import type { Elements } from '@/ui/elements';

import { openRunsQuery } from '../api';

interface RoomHeaderProps {
  course: { id: number; title: string; language?: string | undefined };
  lesson: { id: number; title: string };
  /** The run that is open. */
  run: number | undefined;
  /** As wide as the window. */
  wide: boolean;
  children?: Elements;
}

const COPY = { back: 'Back to the lesson' };

export function RoomHeader({ course, lesson, run, wide, children }: RoomHeaderProps) {
  const { data: open } = useQuery({ ...openRunsQuery, enabled: run !== undefined });
  const standing = open?.find((one) => one.run === run);
  return (
    <div className="ink-band shrink-0 border-b border-line">
      <div
        className={classNames(
          'mx-auto flex h-12 w-full items-center gap-x-4 px-4',
          !wide && 'max-w-page sm:px-6',
        )}
      >
        <div className="flex min-w-0 grow items-baseline gap-x-2 text-sm">
          <p lang={course.language} dir="auto" className="truncate text-ink-muted max-md:hidden">
            {course.title}
          </p>
          <span aria-hidden className="text-ink-muted max-md:hidden">
            ·
          </span>
          <h1 lang={course.language} dir="auto" className="truncate font-sans font-semibold">
            {lesson.title}
          </h1>
          {standing && (
            <p className="shrink-0 text-ink-muted figures before:mr-2 before:content-['·']">
              {replayDay(standing)}
            </p>
          )}
        </div>
        {children}
        <Link
          to={paths.portalCourse(course.id, lesson.id)}
          aria-label={COPY.back}
          className="flex min-h-10 min-w-10 items-center justify-center gap-2 text-sm whitespace-nowrap text-ink-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden size={16} />
          <span className="max-sm:hidden">{COPY.back}</span>
        </Link>
      </div>
    </div>
  );
}
