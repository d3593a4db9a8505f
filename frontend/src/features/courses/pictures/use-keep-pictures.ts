// Keeps the pictures of the lesson that is shown, once the connection is free: its first frame comes first.
import { useEffect } from 'react';

import { isShownFromKept } from '@/lib/offline/kept-answers';

import { keepLessonPictures, lessonKey } from './lesson-pictures';

interface Content {
  videoId: number;
  courseId: number;
  html?: string | null;
  poster?: string | null;
}

const AFTER_MS = 2_000;

/** `showsPoster`: a poster that the page has not loaded is not loaded for this. */
export function useKeepPictures(content: Content | undefined | null, showsPoster: boolean): void {
  useEffect(() => {
    if (!content) return;
    const { videoId, courseId, html } = content;
    if (isShownFromKept(lessonKey(videoId))) return;
    const poster = showsPoster ? content.poster : null;
    const timer = setTimeout(() => {
      void keepLessonPictures({ html, poster }, { lessonId: videoId, course: courseId });
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [content, showsPoster]);
}
