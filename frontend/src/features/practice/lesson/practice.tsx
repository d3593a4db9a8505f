// The exercises of a lesson, one at a time, in any order. A lesson can be finished without them.
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';

import { classNames } from '@/lib/class-names';

import type { Exercise } from '../api';
import { ExerciseCard } from '../exercise/exercise-card';
import { loadChart } from '../exercise/load-chart';

const COPY = {
  title: 'Practice',
  done: (done: number, all: number) => `${done} of ${all} answered right`,
  steps: 'Exercises of this lesson',
  step: (position: number) => `Exercise ${position}`,
  right: ', answered right',
  wrong: ', not quite yet',
  next: 'Next exercise',
  skip: 'Skip',
};

interface PracticeProps {
  courseId: number;
  videoId: number;
  /** Of what the course says. */
  language: string | undefined;
  exercises: readonly Exercise[];
  /** How many were answered right, now or before. */
  done: number;
}

export function Practice(props: PracticeProps) {
  const { courseId, videoId, language, exercises, done } = props;
  // Chosen once: a right answer must not lead away from its result.
  const [shown, setShown] = useState(() => ({
    id: (exercises.find(({ result }) => !result?.correct) ?? exercises[0])?.id,
    focused: false,
  }));
  const withChart = exercises.some(({ chart }) => chart);
  useEffect(() => {
    if (withChart) void loadChart().catch(() => undefined);
  }, [withChart]);
  const index = Math.max(
    0,
    exercises.findIndex(({ id }) => id === shown.id),
  );
  const current = exercises[index];
  if (!current) return null;
  const following = exercises[index + 1];
  return (
    <section aria-labelledby="practice" className="max-w-[60rem]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="practice" className="text-xl">
          {COPY.title}
        </h2>
        <p className="text-sm text-ink-muted figures">{COPY.done(done, exercises.length)}</p>
      </div>
      {exercises.length > 1 && (
        <ol aria-label={COPY.steps} className="mt-3 flex flex-wrap gap-2">
          {exercises.map(({ id, result }, at) => (
            <li key={id}>
              <button
                type="button"
                aria-current={at === index ? 'step' : undefined}
                onClick={() => setShown({ id, focused: true })}
                className={classNames(
                  'flex h-10 min-w-10 items-center justify-center gap-1 rounded-box border px-2 text-sm figures',
                  at === index
                    ? 'border-accent bg-accent-soft font-semibold'
                    : 'border-line-strong text-ink-muted hover:text-ink',
                )}
              >
                <span className="sr-only">{COPY.step(at + 1)}</span>
                <span aria-hidden>{at + 1}</span>
                {result?.correct === true && (
                  <Check aria-hidden size={16} strokeWidth={3} className="text-accent" />
                )}
                {result && (
                  <span className="sr-only">{result.correct ? COPY.right : COPY.wrong}</span>
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="mt-6">
        <ExerciseCard
          key={current.id}
          courseId={courseId}
          videoId={videoId}
          exercise={current}
          language={language}
          focused={shown.focused}
          next={
            following && {
              label: COPY.next,
              skip: COPY.skip,
              go: () => setShown({ id: following.id, focused: true }),
            }
          }
        />
      </div>
    </section>
  );
}
