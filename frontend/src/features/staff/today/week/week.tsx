// The numbers of the week, as small charts.
import type { Week as Answered } from '../api';
import { DayBars } from './day-bars';
import { Income } from './income';
import { WeekFigure } from './week-figure';

const COPY = {
  title: 'The last seven days',
  signUps: 'Sign-ups',
  watched: 'Members who watched',
};

export function Week({ week }: { week: Answered }) {
  const { days, membersWhoWatched, income } = week;
  return (
    <section aria-labelledby="week-heading">
      <h2 id="week-heading" className="text-xl">
        {COPY.title}
      </h2>
      {/* In two columns the bars, which are as high as both others, have one. */}
      <div className="mt-5 grid gap-4 sm:max-lg:grid-cols-2 sm:max-lg:grid-rows-[auto_1fr] sm:max-lg:*:first:row-span-2">
        <DayBars
          title={COPY.signUps}
          days={days.map(({ date, signUps }) => ({ date, value: signUps }))}
        />
        <WeekFigure title={COPY.watched} total={membersWhoWatched} />
        <Income income={income} />
      </div>
    </section>
  );
}
