// What is due, one exercise after another. The shown one stays until the member goes on, however the list changes.
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { Progress } from '@/ui/progress';

import type { Review } from '../api';
import { ExerciseCard } from '../exercise/exercise-card';

const COPY = {
  position: (position: number, total: number) => `Exercise ${position} of ${total}`,
  progress: 'Reviewed',
  from: 'From the lesson',
  next: 'Next exercise',
  finish: 'Finish',
  later: 'Later',
};

interface ReviewSessionProps {
  due: readonly Review[];
  addressOf: (review: Review) => string;
  /** Of what a course says. */
  languageOf: (courseId: number) => string | undefined;
  /** Shown when everything has been answered or put off. */
  renderEnd: (answered: number, putOff: number) => ReactNode;
}

const keyOf = ({ videoId, exercise }: Review) => `${videoId} ${exercise.id}`;

export function ReviewSession(props: ReviewSessionProps) {
  const { due, addressOf, languageOf, renderEnd } = props;
  const [seen, setSeen] = useState<{ keys: readonly string[]; answered: number }>({
    keys: [],
    answered: 0,
  });
  const [shown, setShown] = useState<Review>();
  const rest = due.filter((review) => {
    const key = keyOf(review);
    return !seen.keys.includes(key) && (shown === undefined || key !== keyOf(shown));
  });
  const [first] = rest;
  const current = shown ?? first;
  if (shown === undefined && first !== undefined) setShown(first);
  if (current === undefined) {
    return renderEnd(seen.answered, seen.keys.length - seen.answered);
  }

  const position = seen.keys.length + 1;
  const others = rest.filter((review) => keyOf(review) !== keyOf(current));
  const total = seen.keys.length + 1 + others.length;
  const goOn = (answered: boolean) => {
    setSeen({
      keys: [...seen.keys, keyOf(current)],
      answered: seen.answered + (answered ? 1 : 0),
    });
    setShown(others[0]);
  };
  return (
    <div className="max-w-[60rem]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-ink-muted">
        <p className="figures">{COPY.position(position, total)}</p>
        <p>
          {COPY.from}{' '}
          <Link
            to={addressOf(current)}
            lang={languageOf(current.courseId)}
            dir="auto"
            className="inline-block py-0.5 text-accent underline underline-offset-4"
          >
            {current.lessonTitle}
          </Link>
        </p>
      </div>
      <Progress
        className="mt-2"
        label={COPY.progress}
        value={position - 1}
        max={total}
        valueText={`${position - 1} of ${total}`}
      />
      <div className="mt-8">
        <ExerciseCard
          key={keyOf(current)}
          courseId={current.courseId}
          videoId={current.videoId}
          exercise={current.exercise}
          language={languageOf(current.courseId)}
          focused={seen.keys.length > 0}
          next={{
            label: others.length > 0 ? COPY.next : COPY.finish,
            skip: COPY.later,
            go: goOn,
          }}
        />
      </div>
    </div>
  );
}
