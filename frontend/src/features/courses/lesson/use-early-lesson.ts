// What a lesson needs is requested before the page that shows it has rendered: when the pointer is pressed on a link to it, its
// data (the click comes a tenth of a second later); when the pointer rests on the link or the focus is there, the script
// that plays it. Not its data: an ended session would lead to the sign-in page without a click.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { lessonQuery, type Lesson } from '../api';
import { parseId, requestedLesson } from '../lessons';
import { prefetchHlsScript } from '../player/source/hls-script';

/** The course whose page is open. */
interface OpenCourse {
  id: number;
  lessons: readonly Lesson[];
  /** Of the lesson that is open. */
  hls: string | null | undefined;
}

interface LinkedLesson {
  course: number;
  lesson: number;
}

/** A pointer that only passes over links stays on each for a shorter time. */
const REST_MS = 80;
const COURSE_PAGE = /^\/(?:portal\/course|courses)\/(\d+)\/?$/;

export function useEarlyLesson(open?: OpenCourse): void {
  const queryClient = useQueryClient();
  const request = useEffectEvent((linked: LinkedLesson) => requestScript(linked, open));
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const press = ({ target }: Event) => {
      const linked = lessonOf(target);
      if (linked === undefined) return;
      request(linked);
      void requestData(queryClient, linked);
    };
    const approach = ({ target }: Event) => {
      clearTimeout(resting);
      const linked = lessonOf(target);
      if (linked === undefined) return;
      resting = setTimeout(() => request(linked), REST_MS);
    };
    document.addEventListener('pointerdown', press, { passive: true });
    document.addEventListener('pointerover', approach, { passive: true });
    document.addEventListener('focusin', approach);
    return () => {
      clearTimeout(resting);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerover', approach);
      document.removeEventListener('focusin', approach);
    };
  }, [queryClient]);
}

function lessonOf(target: EventTarget | null): LinkedLesson | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.origin !== location.origin) return undefined;
  const course = parseId(COURSE_PAGE.exec(link.pathname)?.[1]);
  const lesson = requestedLesson(new URLSearchParams(link.search));
  return course === undefined || lesson === undefined ? undefined : { course, lesson };
}

async function requestData(queryClient: QueryClient, linked: LinkedLesson): Promise<void> {
  const query = lessonQuery(linked.course, linked.lesson);
  await queryClient.prefetchQuery(query);
  const content = queryClient.getQueryData(query.queryKey);
  if (content === undefined) return;
  const { hls = null, file = null, duration } = content;
  prefetchHlsScript({ hls, file, duration });
}

/** Before the lesson's own data is there: when the lesson that is open has HLS, the course is packaged. */
function requestScript({ course, lesson }: LinkedLesson, open: OpenCourse | undefined): void {
  if (open?.id !== course || !open.hls) return;
  const linked = open.lessons.find(({ id }) => id === lesson);
  if (linked?.kind !== 'video') return;
  prefetchHlsScript({ hls: open.hls, file: linked.url ?? null, duration: linked.duration });
}
