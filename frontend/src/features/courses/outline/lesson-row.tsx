// One lesson in the outline: a link, or plain text in a locked course.
import { Check, CirclePlay, FileText, Lock, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';

import { classNames } from '@/lib/class-names';

import type { Lesson } from '../api';
import { useCourse } from '../course-context';
import { formatDuration, spokenDuration } from '@/lib/format/durations';
import { replayDay } from '@/lib/format/replay-day';
import { keepInView } from './keep-in-view';

interface LessonRowProps {
  lesson: Lesson;
  current: boolean;
  finished: boolean;
  next: boolean;
  /** Absent: the lesson is locked. */
  address: string | undefined;
  /** Every caller may open it, in a course that is locked. */
  preview: boolean;
}

const row = 'flex gap-3 border-l-3 px-4 py-3 text-left';

export function LessonRow({ lesson, current, finished, next, address, preview }: LessonRowProps) {
  // A long list scrolls to the current lesson.
  const link = useRef<HTMLAnchorElement>(null);
  const { language } = useCourse();
  useEffect(() => {
    if (current) keepInView(link.current, '[data-lesson-list]');
  }, [current]);

  const content = (
    <>
      <Mark
        current={current}
        finished={finished}
        locked={address === undefined}
        written={lesson.kind === 'text'}
      />
      <span className="min-w-0 flex-1">
        <span lang={language} dir="auto" className="line-clamp-2 text-sm font-semibold">
          {lesson.title}
        </span>{' '}
        {lesson.description !== '' && (
          <span lang={language} dir="auto" className="mt-0.5 line-clamp-2 text-xs text-ink-muted">
            {lesson.description}
          </span>
        )}
        {lesson.exercises > 0 && (
          <span className="mt-1 block text-xs text-ink-muted figures">
            {exerciseCount(lesson, address === undefined || preview)}
          </span>
        )}
        {lesson.replay && (
          <span className="mt-1 block text-xs text-ink-muted figures">
            {turnText(lesson.replay)}
          </span>
        )}
        {preview && (
          <span className="mt-1 block text-xs font-semibold text-accent">Free preview</span>
        )}
        {next && <span className="mt-1 block text-xs font-semibold text-accent">Up next</span>}
      </span>{' '}
      <span className="shrink-0 text-xs leading-6 text-ink-muted figures">
        {lesson.kind === 'text' ? (
          'Text'
        ) : (
          <>
            <span aria-hidden>{formatDuration(lesson.duration)}</span>
            <span className="sr-only">{spokenDuration(lesson.duration)}</span>
          </>
        )}
      </span>
    </>
  );
  if (address === undefined)
    return <div className={classNames(row, 'border-transparent')}>{content}</div>;
  return (
    <Link
      ref={link}
      to={address}
      aria-current={current ? 'true' : undefined}
      className={classNames(
        row,
        '-outline-offset-2 hover:bg-surface-raised',
        current ? 'border-accent bg-surface-raised' : 'border-transparent',
      )}
    >
      {content}
    </Link>
  );
}

/** "1 of 3 exercises": how many were answered right; of a lesson without progress how many there are. */
function exerciseCount({ exercises, exercisesDone }: Lesson, onlyCounted: boolean): string {
  const word = exercises === 1 ? 'exercise' : 'exercises';
  return onlyCounted ? `${exercises} ${word}` : `${exercisesDone} of ${exercises} ${word}`;
}

/** That the lesson has a market: with how far the open run is, else with whether one passed. */
function turnText({ open, passed }: NonNullable<Lesson['replay']>): string {
  if (open) return `Your turn · open: ${replayDay(open)}`;
  return passed ? 'Your turn · passed' : 'Your turn';
}

type MarkProps = Record<'current' | 'finished' | 'locked' | 'written', boolean>;

function Mark({ current, finished, locked, written }: MarkProps) {
  const place = 'mt-0.5 grid size-5 shrink-0 place-items-center';
  if (locked) {
    return (
      <span aria-hidden className={classNames(place, 'text-ink-muted')}>
        <Lock size={16} />
      </span>
    );
  }
  return (
    <>
      {finished ? (
        <span aria-hidden className={classNames(place, 'rounded-full bg-accent text-accent-ink')}>
          <Check size={14} strokeWidth={3} />
        </span>
      ) : (
        <span aria-hidden className={classNames(place, current ? 'text-accent' : 'text-ink-muted')}>
          {written ? (
            <FileText size={18} />
          ) : current ? (
            <Play size={18} fill="currentColor" />
          ) : (
            <CirclePlay size={20} />
          )}
        </span>
      )}
      <span className="sr-only">
        {finished ? 'Finished: ' : current ? 'Current lesson: ' : ''}
      </span>{' '}
    </>
  );
}
