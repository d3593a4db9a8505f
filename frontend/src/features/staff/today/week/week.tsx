// The numbers of the week, as small charts.
import type { Week as Answered } from '../api';
import { DayBars } from './day-bars';
import { hours, sum } from './figures';
import { Income } from './income';

const COPY = {
  title: 'The last seven days',
  signUps: 'Sign-ups',
  watched: 'Hours watched',
  finished: 'Lessons finished',
};

export function Week({ week }: { week: Answered }) {
  const { days, income } = week;
  const signUps = days.map(({ signUps: count }) => count);
  const watched = days.map(({ watchedSeconds }) => watchedSeconds);
  const finished = days.map(({ finishedLessons }) => finishedLessons);
  const bars = (values: readonly number[], text: (value: number) => string) =>
    days.map(({ date }, at) => ({ date, value: values[at] ?? 0, text: text(values[at] ?? 0) }));
  return (
    <section aria-labelledby="week-heading">
      <h2 id="week-heading" className="text-xl">
        {COPY.title}
      </h2>
      <div className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <DayBars title={COPY.signUps} total={String(sum(signUps))} days={bars(signUps, String)} />
        <DayBars title={COPY.watched} total={hours(sum(watched))} days={bars(watched, hours)} />
        <DayBars
          title={COPY.finished}
          total={String(sum(finished))}
          days={bars(finished, String)}
        />
        <Income income={income} />
      </div>
    </section>
  );
}
