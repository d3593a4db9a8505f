// At the end of a lesson: offers the next one, and starts it after a countdown, where the member has chosen that and
// does not cancel.
import { useEffect, useEffectEvent, useState } from 'react';

import { Button } from '@/ui/button';

import { useCourse } from '../../course-context';
import { formatDuration } from '@/lib/format/durations';
import { readPreferences } from '../store/player-preferences';
import { PicturePanel } from './picture-panel';

const COUNTDOWN_SECONDS = 8;

/** What a screen reader hears when the lesson has ended. */
export function spokenOffer(title: string): string {
  return readPreferences().playNext
    ? `Lesson finished. Next: ${title}. It starts in ${COUNTDOWN_SECONDS} seconds unless you cancel.`
    : `Lesson finished. Next: ${title}.`;
}

interface NextLessonOfferProps {
  lesson: { title: string; duration: number };
  onAccept: () => void;
  onCancel: () => void;
}

export function NextLessonOffer({ lesson, onAccept, onCancel }: NextLessonOfferProps) {
  const { language } = useCourse();
  const [counts] = useState(() => readPreferences().playNext);
  const [left, setLeft] = useState(COUNTDOWN_SECONDS);
  const accept = useEffectEvent(onAccept);
  const cancel = useEffectEvent(onCancel);

  useEffect(() => {
    if (!counts) return;
    const timer = setInterval(() => {
      // The countdown pauses while the page is hidden.
      if (document.visibilityState === 'visible') setLeft((seconds) => seconds - 1);
    }, 1_000);
    return () => clearInterval(timer);
  }, [counts]);

  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      // Escape closes a dialog first.
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape' && !event.defaultPrevented) cancel();
    };
    document.addEventListener('keydown', escape);
    return () => document.removeEventListener('keydown', escape);
  }, []);

  useEffect(() => {
    if (left <= 0) accept();
  }, [left]);

  return (
    <PicturePanel title="Next lesson">
      <p aria-hidden className="text-sm text-ink-muted figures">
        {counts ? `Next lesson in ${Math.max(left, 0)}` : 'Next lesson'}
      </p>
      <p lang={language} dir="auto" className="mt-1 line-clamp-2 display text-lg sm:text-xl">
        {lesson.title}
      </p>
      <p aria-hidden className="mt-1 hidden text-sm text-ink-muted figures sm:block">
        {formatDuration(lesson.duration)}
      </p>
      <div className="mt-3 flex justify-center gap-3 sm:mt-5">
        <Button size="small" onClick={onAccept}>
          Play now
        </Button>
        <Button size="small" look="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </PicturePanel>
  );
}
