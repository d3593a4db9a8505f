// Where members stop: how many started each lesson of a course, and how many of them finished it. Of lessons that enough members started:
// one member says nothing about a lesson.
import { useState } from 'react';

import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/button';

import type { CourseStops } from '../api';
import { mostStopAt } from './figures';

const COPY = {
  title: 'Where members stop',
  text: 'Of the members with access now: how many started each lesson, and how many finished it. A lesson is shown once five of them started it.',
  lesson: 'Lesson',
  started: 'Started',
  finished: 'Finished',
  most: 'most stop here',
  all: (count: number) => `Show all ${count} lessons`,
  few: (titles: string) => `No lesson was started by five members yet: ${titles}.`,
  none: (titles: string) => `Not started by anyone yet: ${titles}.`,
};
const FIRST = 12;
/** Members who started a lesson, from which on it is shown. */
const ENOUGH = 5;

function CourseTable({ course }: { course: CourseStops }) {
  const [all, setAll] = useState(false);
  const { title, lessons } = course;
  const most = Math.max(1, ...lessons.map(({ started }) => started));
  const worst = mostStopAt(lessons);
  const first = Math.max(FIRST, worst + 1);
  const shown = all ? lessons : lessons.slice(0, first);
  return (
    <div className="mt-6">
      <table className="w-full text-sm">
        <caption className="mb-2 text-left font-semibold break-words">{title}</caption>
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-muted">
            <th scope="col" className="py-1 font-normal">
              {COPY.lesson}
            </th>
            <th scope="col" className="w-20 py-1 text-right font-normal">
              {COPY.started}
            </th>
            <th scope="col" className="w-20 py-1 text-right font-normal">
              {COPY.finished}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ videoId, title: lesson, started, finished }, at) => (
            <tr key={videoId} className="border-b border-line align-top">
              <th scope="row" className="min-w-0 py-2 pr-4 text-left font-normal break-words">
                <span>{lesson}</span>
                {at === worst && (
                  <span className="ml-2 text-xs font-semibold whitespace-nowrap text-danger">
                    {COPY.most}
                  </span>
                )}
                <span aria-hidden className="mt-1.5 block h-1.5 bg-line">
                  <span
                    className={classNames(
                      'block h-full',
                      at === worst ? 'bg-danger-soft' : 'bg-accent-soft',
                    )}
                    style={{ width: `${(started / most) * 100}%` }}
                  >
                    <span
                      className={classNames(
                        'block h-full',
                        at === worst ? 'bg-danger' : 'bg-accent',
                      )}
                      style={{ width: `${started === 0 ? 0 : (finished / started) * 100}%` }}
                    />
                  </span>
                </span>
              </th>
              <td className="py-2 text-right figures">{started}</td>
              <td className="py-2 text-right figures">{finished}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < lessons.length && (
        <Button look="quiet" size="small" className="mt-2" onClick={() => setAll(true)}>
          {COPY.all(lessons.length)}
        </Button>
      )}
    </div>
  );
}

const titlesOf = (courses: readonly CourseStops[]) => courses.map(({ title }) => title).join(', ');

export function Stops({ courses }: { courses: readonly CourseStops[] }) {
  if (courses.length === 0) return null;
  const enough = courses.map((course) => ({
    ...course,
    lessons: course.lessons.filter(({ started }) => started >= ENOUGH),
  }));
  const shown = enough.filter(({ lessons }) => lessons.length > 0);
  const begun = courses.filter(({ lessons }) => lessons.some(({ started }) => started > 0));
  const few = begun.filter(({ courseId }) => shown.every((other) => other.courseId !== courseId));
  const none = courses.filter((course) => !begun.includes(course));
  return (
    <section aria-labelledby="stops-heading" className="mt-14">
      <h2 id="stops-heading" className="text-xl">
        {COPY.title}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{COPY.text}</p>
      {shown.map((course) => (
        <CourseTable key={course.courseId} course={course} />
      ))}
      {few.length > 0 && <p className="mt-4 text-sm text-ink-muted">{COPY.few(titlesOf(few))}</p>}
      {none.length > 0 && (
        <p className="mt-4 text-sm text-ink-muted">{COPY.none(titlesOf(none))}</p>
      )}
    </section>
  );
}
