// The room of a run: the desk while it is open, its review after it.
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo } from 'react';

import { Container } from '@/ui/container';
import { focusOnArrival } from '@/ui/focus';
import { lazyPart } from '@/ui/lazy-part';
import { SafeHtml } from '@/ui/safe-html/safe-html';
import { Skeleton } from '@/ui/skeleton';

import { openRunsQuery, refreshOpenRuns, refreshRuns, runCalls, runQuery } from '../api';
import { Desk } from '../desk/desk';
import { marketOf } from '../market';
import { ruleSentences } from '../review/rule-text';
import type { LessonReplay, Run } from '../shapes';
import { FoldOut } from '../desk/fold-out';
import { RoomHeader } from './room-header';

const Review = lazyPart(async () => (await import('../review/review')).Review);

interface RoomProps {
  course: { id: number; title: string; language?: string | undefined };
  lesson: { id: number; title: string };
  replay: LessonReplay;
  run: Run;
}

const COPY = { task: 'The task', review: 'Your run' };

export function Room({ course, lesson, replay, run }: RoomProps) {
  const market = useMemo(() => marketOf(replay), [replay]);
  const { language } = course;
  if (run.result) {
    return (
      <>
        <RoomHeader course={course} lesson={lesson} run={undefined} wide={false} />
        <Container className="py-8">
          <article aria-labelledby="replay-review">
            <h2
              id="replay-review"
              ref={focusOnArrival}
              tabIndex={-1}
              className="font-sans text-base font-normal text-ink-muted outline-none"
            >
              {COPY.review}
            </h2>
            <Suspense fallback={<Skeleton className="h-96" />}>
              <Review market={market} run={run} result={run.result} language={language} />
            </Suspense>
          </article>
        </Container>
      </>
    );
  }
  return (
    <div className="flex h-dvh min-h-[32rem] flex-col md:min-h-[24rem]">
      <RoomHeader course={course} lesson={lesson} run={run.id} wide>
        <FoldOut
          label={COPY.task}
          place="top-full right-0 w-[30rem] max-sm:fixed max-sm:inset-x-4 max-sm:top-12 max-sm:w-auto"
        >
          <h2 lang={language} dir="auto" className="font-semibold">
            {replay.title}
          </h2>
          <SafeHtml html={replay.prompt} language={language} />
          <ul className="mt-3 list-disc pl-5 text-sm figures empty:hidden">
            {ruleSentences(market).map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </FoldOut>
      </RoomHeader>
      <OpenRun key={run.id} course={course} replay={replay} run={run} />
    </div>
  );
}

/** The run is led from here until it ends or is left. */
function OpenRun({ course: { id: courseId }, replay, run }: Omit<RoomProps, 'lesson'>) {
  const queryClient = useQueryClient();
  const market = useMemo(() => marketOf(replay), [replay]);
  const { videoId } = run;
  useEffect(() => () => void refreshOpenRuns(queryClient, courseId), [queryClient, courseId]);
  const onEnded = useCallback(
    ({ id }: Run) => {
      void queryClient.resetQueries({ queryKey: runQuery(id).queryKey });
      void refreshRuns(queryClient, videoId);
    },
    [queryClient, videoId],
  );
  // The rules' day may have changed.
  const onHour = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: openRunsQuery.queryKey }),
    [queryClient],
  );
  return (
    <Desk
      title={replay.instrument.name}
      market={market}
      run={run}
      calls={runCalls}
      onHour={onHour}
      onEnded={onEnded}
    />
  );
}
