// `?t=` while its lesson is already open, such as another line of a search: the player jumps. When a lesson is opened,
// the page starts it there.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { requestedSecond } from '../lessons';
import type { Playback } from './store/playback';

export function useStartSecond(lessonId: number, playback: Playback): void {
  const { key, search } = useLocation();
  const opened = useRef({ lessonId, key });
  useEffect(() => {
    const before = opened.current;
    opened.current = { lessonId, key };
    if (before.lessonId !== lessonId || before.key === key) return;
    const seconds = requestedSecond(new URLSearchParams(search));
    if (seconds !== undefined) playback.seekTo(seconds);
  }, [lessonId, key, search, playback]);
}
