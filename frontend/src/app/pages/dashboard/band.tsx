// The dashboard's dark band: the greeting, and beside it what the member can go on with, an open run before a lesson.
import type { RecentLesson } from '@/features/dashboard/api';
import { NextStep } from '@/features/dashboard/next-step';
import type { OpenRun } from '@/features/replay/shapes';
import { formatDuration } from '@/lib/format/durations';
import { replayDay } from '@/lib/format/replay-day';
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { Skeleton } from '@/ui/skeleton';

import { CandleChart } from '../../layouts/candle-chart';
import { positionOf } from './position-of';

const COPY = {
  greeting: (username: string) => `Welcome back, ${username}!`,
  intro: 'Continue your trading journey with your purchased courses and track your progress.',
  run: {
    label: 'Your turn',
    reached: (day: string) => `The run is open: ${day}`,
    action: 'Go on with your run',
  },
  lesson: {
    label: 'Where you stopped',
    action: (time: string) => `Resume at ${time}`,
  },
};

interface BandProps {
  username: string;
  /** What can be gone on with is not known yet. */
  loading: boolean;
  run: OpenRun | undefined;
  /** The last one that is not finished. */
  lesson: RecentLesson | undefined;
  languageOf: (courseId: number) => string | undefined;
}

export function Band({ username, loading, run, lesson, languageOf }: BandProps) {
  const empty = !loading && !run && !lesson;
  return (
    <div className="ink-band overflow-hidden">
      <Container className="relative grid gap-x-12 gap-y-8 pt-8 pb-10 lg:min-h-60 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:pt-12 lg:pb-12">
        {empty && <CandleChart className="absolute top-6 right-6 hidden h-44 lg:block" />}
        <div className="relative max-w-[38rem]">
          <h1 className="text-2xl break-words">{COPY.greeting(username)}</h1>
          <p className="mt-3 text-ink-muted">{COPY.intro}</p>
        </div>
        {loading && <Skeleton className="h-40" />}
        {!loading && run && (
          <NextStep
            label={COPY.run.label}
            title={run.lessonTitle}
            language={languageOf(run.courseId)}
            reached={COPY.run.reached(replayDay(run))}
            action={COPY.run.action}
            address={paths.portalRun(run.courseId, run.videoId, run.run)}
          />
        )}
        {!loading && !run && lesson && (
          <NextStep
            label={COPY.lesson.label}
            title={lesson.videoTitle}
            language={languageOf(lesson.modelId)}
            reached={positionOf(lesson)}
            watched={{ seconds: lesson.watchedSeconds, of: lesson.duration }}
            action={COPY.lesson.action(formatDuration(lesson.watchedSeconds))}
            address={paths.portalCourse(lesson.modelId, lesson.videoId)}
          />
        )}
      </Container>
    </div>
  );
}
