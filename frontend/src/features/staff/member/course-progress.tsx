// How far a member is in a course that is open or was begun: lessons, exercises, and the runs of replays.
import { dateAndTime } from '@/lib/format/dates';
import { Progress as Bar } from '@/ui/progress';

import { LongList } from '../long-list';
import { detailStyle, rowStyle } from '../row';
import type { Member, MemberCourse } from './api';

const COPY = {
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

export function CourseProgress({ member, course }: { member: Member; course: MemberCourse }) {
  const { courseId, title, open, completed, total, lastLesson, lastWatched } = course;
  const counts = member.exercises.find((of) => of.courseId === courseId);
  const runs = member.runs.filter((run) => run.courseId === courseId);
  const answered = counts?.answered ?? 0;
  if (completed === 0 && !lastWatched && answered === 0 && runs.length === 0) {
    return open ? <p className={detailStyle}>{COPY.nothing}</p> : null;
  }
  return (
    <>
      <Bar
        value={completed}
        max={total}
        label={title}
        valueText={COPY.finished(completed, total)}
        className="my-2 max-w-narrow"
      />
      <p className={detailStyle}>{COPY.finished(completed, total)}</p>
      {counts && answered > 0 && (
        <p className={detailStyle}>{COPY.exercises(counts.right, counts.total, answered)}</p>
      )}
      {lastLesson && lastWatched && (
        <p className={detailStyle}>{COPY.last(lastLesson, dateAndTime(lastWatched))}</p>
      )}
      <Runs course={title} runs={runs} />
    </>
  );
}
