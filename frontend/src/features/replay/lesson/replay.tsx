// The replay of a lesson: what it asks and its rules, the run, and the review of those that have ended.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { ErrorPanel } from '@/ui/error-panel';
import { lazyPart } from '@/ui/lazy-part';
import { SafeHtml } from '@/ui/safe-html/safe-html';
import { Skeleton } from '@/ui/skeleton';

import { endedRunQuery, refreshRuns, runCalls, runsQuery, startRun } from '../api';
import { Desk } from '../desk/desk';
import { marketOf, type Market } from '../market';
import type { LessonReplay, Run } from '../shapes';
import { Brief } from './brief';
import { EarlierRuns } from './earlier-runs';

const Review = lazyPart(async () => (await import('../review/review')).Review);

interface ReplayProps {
  videoId: number;
  replay: LessonReplay;
}

const COPY = {
  label: 'Your turn',
  start: 'Start a run',
  resume: 'Go on with your run',
  again: 'Start another run',
  startFailed: 'The run could not be started.',
  loadFailed: 'The run could not be loaded.',
  review: 'Your run',
};

export function Replay({ videoId, replay }: ReplayProps) {
  const queryClient = useQueryClient();
  const market = useMemo(() => marketOf(replay), [replay]);
  const runs = useQuery(runsQuery(videoId));
  const [open, setOpen] = useState<Run>();
  const [reviewed, setReviewed] = useState<number>();
  const start = useMutation({
    mutationFn: () => startRun(videoId),
    onSuccess: (run) => {
      setReviewed(undefined);
      setOpen(run);
    },
  });
  const onEnded = useCallback(
    (run: Run) => {
      setOpen(undefined);
      setReviewed(run.id);
      void refreshRuns(queryClient, videoId);
    },
    [queryClient, videoId],
  );
  const waiting = runs.data?.some(({ endedAt }) => !endedAt) ?? false;
  const ended = runs.data?.filter(({ endedAt }) => endedAt) ?? [];
  const label = waiting ? COPY.resume : ended.length > 0 ? COPY.again : COPY.start;
  return (
    <section aria-labelledby="replay">
      <p className="text-xs text-ink-muted">{COPY.label}</p>
      <h2 id="replay" className="text-xl">
        {replay.title}
      </h2>
      <div className="mt-4">
        {open ? (
          <>
            <div className="mb-5 max-w-prose">
              <SafeHtml html={replay.prompt} />
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
          <Brief market={market} replay={replay}>
            <Button className="mt-6" busy={start.isPending} onClick={() => start.mutate()}>
              {label}
            </Button>
            <div role="alert" className="mt-3 empty:hidden">
              {start.error && (
                <p className="text-sm text-danger">
                  {COPY.startFailed} {errorMessage(start.error)}
                </p>
              )}
            </div>
          </Brief>
        )}
      </div>
      {!open && reviewed !== undefined && <EndedRun key={reviewed} id={reviewed} market={market} />}
      {!open && ended.length > 0 && (
        <EarlierRuns runs={ended} shown={reviewed} onShow={setReviewed} />
      )}
    </section>
  );
}

function EndedRun({ id, market }: { id: number; market: Market }) {
  const { data, isError, error, refetch, isFetching } = useQuery(endedRunQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed before is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <article aria-labelledby="replay-review" className="mt-10 border-t border-line pt-8">
      <h3 id="replay-review" ref={heading} tabIndex={-1} className="mb-4 text-xl outline-none">
        {COPY.review}
      </h3>
      {isError && (
        <ErrorPanel
          title={COPY.loadFailed}
          detail={errorMessage(error)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {!data && !isError && <Skeleton className="h-96" />}
      {data?.result && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <Review market={market} run={data} result={data.result} />
        </Suspense>
      )}
    </article>
  );
}
