// The card of a lesson's market: what it asks and its rules, how the last run ended, and the way into a run.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { errorMessage } from '@/lib/api-client';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

import { refreshOpenRuns, runsQuery, startRun } from '../api';
import { REPLAY_ID } from '../lesson-replay';
import { marketOf } from '../market';
import { VERDICTS } from '../review/rule-text';
import type { LessonReplay } from '../shapes';
import { Brief } from './brief';
import { EarlierRuns } from './earlier-runs';

interface TurnCardProps {
  courseId: number;
  videoId: number;
  replay: LessonReplay;
  /** Of what the course says. */
  language: string | undefined;
}

const COPY = {
  label: 'Your turn',
  last: 'Your last run',
  start: 'Start a run',
  resume: 'Go on with your run',
  again: 'Start another run',
  startFailed: 'The run could not be started.',
  runsFailed: 'Your earlier runs could not be loaded.',
};

export function TurnCard({ courseId, videoId, replay, language }: TurnCardProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const market = useMemo(() => marketOf(replay), [replay]);
  const runs = useInfiniteQuery(runsQuery(videoId));
  const addressOf = (run: number) => paths.portalRun(courseId, videoId, run);
  const start = useMutation({
    mutationFn: () => startRun(videoId),
    onSuccess: ({ id }) => {
      void refreshOpenRuns(queryClient, courseId);
      void navigate(addressOf(id));
    },
  });
  const waiting = runs.data?.some(({ endedAt }) => !endedAt) ?? false;
  const ended = runs.data?.filter(({ endedAt }) => endedAt) ?? [];
  const last = ended[0]?.verdict;
  const label = waiting ? COPY.resume : ended.length > 0 ? COPY.again : COPY.start;
  return (
    <section
      aria-labelledby={REPLAY_ID}
      className="rounded-box border border-line bg-surface-raised p-5 sm:p-6"
    >
      <p className="text-xs text-ink-muted">{COPY.label}</p>
      <h2
        id={REPLAY_ID}
        tabIndex={-1}
        lang={language}
        dir="auto"
        className="scroll-mt-16 text-xl outline-none"
      >
        {replay.title}
      </h2>
      <div className="mt-4">
        <Brief market={market} replay={replay} language={language}>
          {last && (
            <p className="mt-6 text-sm">
              <span className="text-ink-muted">{COPY.last}</span>
              <span className="block font-semibold">{VERDICTS[last]}</span>
            </p>
          )}
          {runs.isPending ? (
            <Skeleton className="mt-6 h-12 w-40" />
          ) : (
            <Button className="mt-6" busy={start.isPending} onClick={() => start.mutate()}>
              {label}
            </Button>
          )}
          <div role="alert" className="mt-3 empty:hidden">
            {start.error && (
              <p className="text-sm text-danger">
                {`${COPY.startFailed} ${errorMessage(start.error)}`}
              </p>
            )}
          </div>
        </Brief>
      </div>
      <QueryStates query={runs} failed={COPY.runsFailed} loading={null}>
        {() =>
          ended.length > 0 && (
            <EarlierRuns
              runs={ended}
              addressOf={addressOf}
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
    </section>
  );
}
