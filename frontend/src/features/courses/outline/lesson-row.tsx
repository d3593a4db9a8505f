// One lesson in the outline: a link, or plain text in a locked course.
import { Check, CirclePlay, Lock, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';

import { classNames } from '@/lib/class-names';

import type { Lesson } from '../api';
import { formatDuration, spokenDuration } from '../duration';
import { keepInView } from './keep-in-view';

interface LessonRowProps {
  lesson: Lesson;
  current: boolean;
  finished: boolean;
  next: boolean;
  /** Absent: the lesson is locked. */
  address: string | undefined;
}

const row = 'flex gap-3 px-4 py-3 text-left';

export function LessonRow({ lesson, current, finished, next, address }: LessonRowProps) {
  // A long list scrolls to the current lesson.
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) keepInView(link.current, '[data-lesson-list]');
  }, [current]);

  const content = (
    <>
      <Mark current={current} finished={finished} locked={address === undefined} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm font-semibold">{lesson.title}</span>{' '}
        {lesson.description !== '' && (
          <span className="mt-0.5 line-clamp-2 text-xs text-ink-muted">{lesson.description}</span>
        )}
        {next && <span className="mt-1 block text-xs font-semibold text-accent">Up next</span>}
      </span>{' '}
      <span className="shrink-0 text-xs leading-6 text-ink-muted figures">
        <span aria-hidden>{formatDuration(lesson.duration)}</span>
        <span className="sr-only">{spokenDuration(lesson.duration)}</span>
      </span>
    </>
  );
  if (address === undefined) return <div className={row}>{content}</div>;
  return (
    <Link
      ref={link}
      to={address}
      aria-current={current ? 'true' : undefined}
      className={classNames(
        row,
        'border-l-3 -outline-offset-2 hover:bg-surface-raised',
        current ? 'border-accent bg-surface-raised' : 'border-transparent',
      )}
    >
      {content}
    </Link>
  );
}

function Mark({ current, finished, locked }: Record<'current' | 'finished' | 'locked', boolean>) {
  const place = 'mt-0.5 grid size-5 shrink-0 place-items-center';
  if (locked) return <Lock aria-hidden size={16} className="mt-1 shrink-0 text-ink-muted" />;
  return (
    <>
      {finished ? (
        <span aria-hidden className={classNames(place, 'rounded-full bg-accent text-accent-ink')}>
          <Check size={14} strokeWidth={3} />
        </span>
      ) : (
        <span aria-hidden className={classNames(place, current ? 'text-accent' : 'text-ink-muted')}>
          {current ? <Play size={18} fill="currentColor" /> : <CirclePlay size={20} />}
        </span>
      )}
      <span className="sr-only">
        {finished ? 'Finished: ' : current ? 'Current lesson: ' : ''}
      </span>{' '}
    </>
  );
}
