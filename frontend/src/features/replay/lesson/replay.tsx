// The replay of a lesson: what it asks and its rules, the run, and the review of the runs that have ended.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { focusOnArrival } from '@/ui/focus';
import { lazyPart } from '@/ui/lazy-part';
import { QueryStates } from '@/ui/query/query-states';
import { SafeHtml } from '@/ui/safe-html/safe-html';
import { Skeleton } from '@/ui/skeleton';

import { endedRunQuery, refreshOpenRuns, refreshRuns, runCalls, runsQuery, startRun } from '../api';
import { Desk } from '../desk/desk';
import { REPLAY_ID } from '../lesson-replay';
import { marketOf, type Market } from '../market';
import type { LessonReplay, Run } from '../shapes';
import { Brief } from './brief';
import { EarlierRuns } from './earlier-runs';

const Review = lazyPart(async () => (await import('../review/review')).Review);

interface ReplayProps {
  courseId: number;
  videoId: number;
  replay: LessonReplay;
  /** Of what the course says. */
  language: string | undefined;
}

const COPY = {
  label: 'Your turn',
  start: 'Start a run',
  resume: 'Go on with your run',
  again: 'Start another run',
  startFailed: 'The run could not be started.',
  loadFailed: 'The run could not be loaded.',
  runsFailed: 'Your earlier runs could not be loaded.',
  review: 'Your run',
};

export function Replay({ courseId, videoId, replay, language }: ReplayProps) {
  const queryClient = useQueryClient();
  const market = useMemo(() => marketOf(replay), [replay]);
  const runs = useInfiniteQuery(runsQuery(videoId));
  const [reviewed, setReviewed] = useState<number>();
  const start = useMutation({
    mutationFn: () => startRun(videoId),
    onSuccess: () => setReviewed(undefined),
  });
  const { data: open, reset: close } = start;
  const onEnded = useCallback(
    (run: Run) => {
      close();
      setReviewed(run.id);
      void refreshRuns(queryClient, videoId);
    },
    [queryClient, videoId, close],
  );
  const isOpen = open !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    // When it has begun; then, in another day perhaps, when it has ended or is left.
    const refresh = () => void refreshOpenRuns(queryClient, courseId);
    refresh();
    return refresh;
  }, [isOpen, queryClient, courseId]);
  const waiting = runs.data?.some(({ endedAt }) => !endedAt) ?? false;
  const ended = runs.data?.filter(({ endedAt }) => endedAt) ?? [];
  const label = waiting ? COPY.resume : ended.length > 0 ? COPY.again : COPY.start;
  return (
    <section aria-labelledby={REPLAY_ID}>
      <p className="text-xs text-ink-muted">{COPY.label}</p>
      <h2 id={REPLAY_ID} tabIndex={-1} lang={language} dir="auto" className="text-xl outline-none">
        {replay.title}
      </h2>
      <div className="mt-4">
        {open ? (
          <>
            <div className="mb-5 max-w-prose">
              <SafeHtml html={replay.prompt} language={language} />
            </div>
            <Desk
              key={open.id}
              title={replay.instrument.name}
              market={market}
              run={open}
              calls={runCalls}
              onEnded={onEnded}
            />
          </>
        ) : (
          <Brief market={market} replay={replay} language={language}>
            <Button className="mt-6" busy={start.isPending} onClick={() => start.mutate()}>
              {label}
            </Button>
            <div role="alert" className="mt-3 empty:hidden">
              {start.error && (
                <p className="text-sm text-danger">
                  {`${COPY.startFailed} ${errorMessage(start.error)}`}
                </p>
              )}
            </div>
          </Brief>
        )}
      </div>
      {!open && reviewed !== undefined && (
        <EndedRun key={reviewed} id={reviewed} market={market} language={language} />
      )}
      {!open && (
        <QueryStates query={runs} failed={COPY.runsFailed} loading={null}>
          {() =>
            ended.length > 0 && (
              <EarlierRuns
                runs={ended}
                shown={reviewed}
                onShow={setReviewed}
                more={
                  runs.hasNextPage && {
                    busy: runs.isFetchingNextPage,
                    load: () => void runs.fetchNextPage(),
                  }
                }
              />
            )
          }
        </QueryStates>
      )}
    </section>
  );
}

interface EndedRunProps extends Pick<ReplayProps, 'language'> {
  id: number;
  market: Market;
}

function EndedRun({ id, market, language }: EndedRunProps) {
  const query = useQuery(endedRunQuery(id));
  return (
    <article aria-labelledby="replay-review" className="mt-10 border-t border-line pt-8">
      <h3
        id="replay-review"
        ref={focusOnArrival}
        tabIndex={-1}
        className="mb-4 text-xl outline-none"
      >
        {COPY.review}
      </h3>
      <QueryStates query={query} failed={COPY.loadFailed} loading={<Skeleton className="h-96" />}>
        {(run) =>
          run.result && (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <Review market={market} run={run} result={run.result} language={language} />
            </Suspense>
          )
        }
      </QueryStates>
    </article>
  );
}
