// At the end of a lesson: starts the next one after a countdown, unless the member cancels.
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/ui/button';

import { formatDuration } from '../../duration';
import { PicturePanel } from './picture-panel';

const COUNTDOWN_SECONDS = 8;

interface NextLessonOfferProps {
  lesson: { title: string; duration: number };
  onAccept: () => void;
  onCancel: () => void;
}

export function NextLessonOffer({ lesson, onAccept, onCancel }: NextLessonOfferProps) {
  const [left, setLeft] = useState(COUNTDOWN_SECONDS);
  const latest = useRef({ onAccept, onCancel });
  useEffect(() => {
    latest.current = { onAccept, onCancel };
  });

  useEffect(() => {
    const timer = setInterval(() => {
      // The countdown pauses while the page is hidden.
      if (document.visibilityState === 'visible') setLeft((seconds) => seconds - 1);
    }, 1_000);
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current.onCancel();
    };
    document.addEventListener('keydown', escape);
    return () => {
      clearInterval(timer);
      document.removeEventListener('keydown', escape);
    };
  }, []);

  useEffect(() => {
    if (left <= 0) latest.current.onAccept();
  }, [left]);

  return (
    <PicturePanel title="Next lesson">
      <p role="status" className="sr-only">
        {`Lesson finished. Next: ${lesson.title}. It starts in ${COUNTDOWN_SECONDS} seconds unless you cancel.`}
      </p>
      <p aria-hidden className="text-sm text-ink-muted figures">
        Next lesson in {Math.max(left, 0)}
      </p>
      <p className="mt-1 line-clamp-2 display text-lg sm:text-xl">{lesson.title}</p>
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
