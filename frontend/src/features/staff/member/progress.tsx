// How far a member is in each course that was begun or is open: lessons, exercises, and the runs of replays.
import { dateAndTime } from '@/lib/format/dates';
import { Progress as Bar } from '@/ui/progress';

import { LongList } from '../long-list';
import { detailStyle, rowStyle, titleStyle } from '../row';
import type { Member } from './api';

const COPY = {
  label: 'Progress',
  empty: 'No course is open, and none was begun.',
  finished: (completed: number, total: number) => `${completed} of ${total} lessons finished`,
  last: (lesson: string, date: string) => `Last watched: ${lesson}, ${date}`,
  nothing: 'Nothing was watched yet.',
  exercises: (right: number, total: number, answered: number) =>
    `Exercises: ${right} of ${total} answered right, ${answered} tried`,
  runs: (course: string) => `Replays of ${course}`,
  open: (date: string) => `Open since ${date}`,
  ended: { passed: 'Passed', short: 'Short of the goal', failed: 'Failed' },
  endedOn: (verdict: string, date: string) => `${verdict}, ended ${date}`,
};

type Run = Member['runs'][number];

function verdictOf(run: Run): string {
  const { verdict } = run;
  return verdict === 'passed' || verdict === 'short' || verdict === 'failed'
    ? COPY.ended[verdict]
    : '';
}

function stateOf(run: Run): string {
  return run.endedAt
    ? COPY.endedOn(verdictOf(run), dateAndTime(run.endedAt))
    : COPY.open(dateAndTime(run.startedAt));
}

function Runs({ course, runs }: { course: string; runs: readonly Run[] }) {
  if (runs.length === 0) return null;
  return (
    <div className="mt-3 pl-4">
      <LongList items={runs} first={3} label={COPY.runs(course)} empty="">
        {(run) => (
          <li key={run.startedAt} className={rowStyle}>
            <p className="text-sm break-words">{run.lesson}</p>
            <p className={detailStyle}>{stateOf(run)}</p>
          </li>
        )}
      </LongList>
    </div>
  );
}

export function Progress({ member }: { member: Member }) {
  const { courses, exercises, runs } = member;
  const exercisesOf = (course: number) => exercises.find(({ courseId }) => courseId === course);
  const runsOf = (course: number) => runs.filter(({ courseId }) => courseId === course);
  const begun = courses.filter(
    ({ courseId, open, completed, lastWatched }) =>
      open ||
      completed > 0 ||
      lastWatched ||
      exercisesOf(courseId)?.answered ||
      runsOf(courseId).length > 0,
  );
  return (
    <LongList items={begun} label={COPY.label} empty={COPY.empty}>
      {({ courseId, title, completed, total, lastLesson, lastWatched }) => {
        const counts = exercisesOf(courseId);
        return (
          <li key={courseId} className={rowStyle}>
            <p className={titleStyle}>{title}</p>
            <Bar
              value={completed}
              max={total}
              label={title}
              valueText={COPY.finished(completed, total)}
              className="my-2 max-w-narrow"
            />
            <p className={detailStyle}>{COPY.finished(completed, total)}</p>
            {counts && (
              <p className={detailStyle}>
                {COPY.exercises(counts.right, counts.total, counts.answered)}
              </p>
            )}
            <p className={detailStyle}>
              {lastLesson && lastWatched
                ? COPY.last(lastLesson, dateAndTime(lastWatched))
                : COPY.nothing}
            </p>
            <Runs course={title} runs={runsOf(courseId)} />
          </li>
        );
      }}
    </LongList>
  );
}
