// Beside the lesson: the outline, the transcript, the chapters or the questions, one at a time.
import { Suspense, useEffect, useState } from 'react';

import type { Elements } from '@/ui/elements';
import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

import type { LessonContent } from '../api';
import type { Playback } from '../player/store/playback';

const loadTranscript = async () => (await import('./transcript')).Transcript;
const loadChapterList = async () => (await import('./chapter-list')).ChapterList;
const Transcript = lazyPart(loadTranscript);
const ChapterList = lazyPart(loadChapterList);

/** Later than the first frame of the lesson. */
const PREFETCH_AFTER_MS = 2_000;

type View = 'lessons' | 'transcript' | 'chapters' | 'questions';

const LABELS: Record<View, string> = {
  lessons: 'Lessons',
  transcript: 'Transcript',
  chapters: 'Chapters',
  questions: 'Questions',
};

interface LessonSideProps {
  content: LessonContent | undefined;
  playback: Playback;
  /** Asked about a second of the lesson, in their order; a preview has none. */
  questions?: readonly { seconds: number }[];
  /** The questions with their form; a preview has none. */
  asking?: {
    part: Elements;
    /** Shows the questions each time that it is another object. */
    about: object | undefined;
    /** Loads what the part needs. */
    prefetch: () => void;
  };
  /** Fills its column beside a picture, on large screens. */
  fills: boolean;
  /** The outline; a preview has none. */
  children?: Elements;
}

const NO_QUESTIONS: readonly { seconds: number }[] = [];

export function LessonSide(props: LessonSideProps) {
  const { content, playback, questions = NO_QUESTIONS, asking, fills, children } = props;
  const [chosen, setChosen] = useState<View>('lessons');
  const about = asking?.about;
  const [askedAbout, setAskedAbout] = useState(about);
  if (about !== askedAbout) {
    setAskedAbout(about);
    if (about) setChosen('questions');
  }
  // A question that is being written stays while something else is looked at.
  const [asked, setAsked] = useState(false);
  if (chosen === 'questions' && !asked) setAsked(true);
  const hasTranscript = content !== undefined && content.transcript.length > 0;
  const hasChapters = content !== undefined && content.chapters.length > 0;
  const prefetch = asking?.prefetch;
  useEffect(() => {
    // All can then be opened for the first time without a connection.
    const load = () => {
      if (hasTranscript) loadTranscript().catch(() => {});
      if (hasChapters) loadChapterList().catch(() => {});
      prefetch?.();
    };
    const timer = setTimeout(() => {
      if (navigator.onLine) load();
      else addEventListener('online', load, { once: true });
    }, PREFETCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', load);
    };
  }, [hasTranscript, hasChapters, prefetch]);
  const views: View[] = [
    ...(children ? (['lessons'] as const) : []),
    ...(hasTranscript ? (['transcript'] as const) : []),
    ...(hasChapters ? (['chapters'] as const) : []),
    ...(asking ? (['questions'] as const) : []),
  ];
  const shown = views.includes(chosen) ? chosen : (views[0] ?? 'lessons');
  // Below a wide picture nothing else limits a list of lines, and it must scroll to follow the lesson.
  const height = fills ? 'lg:absolute lg:inset-0' : shown === 'lessons' ? '' : 'lg:max-h-[36rem]';
  return (
    <div className={fills ? 'lg:relative lg:min-h-[30rem]' : ''}>
      <div className={`flex flex-col overflow-hidden rounded-box border border-line ${height}`}>
        {views.length > 1 && (
          <div role="group" aria-label="Beside the lesson" className="flex border-b border-line">
            {views.map((view) => (
              <button
                key={view}
                type="button"
                aria-pressed={view === shown}
                onClick={() => setChosen(view)}
                className="min-h-11 flex-auto border-b-2 border-transparent px-1 text-sm font-semibold text-ink-muted -outline-offset-2 hover:text-ink aria-pressed:border-accent aria-pressed:text-ink max-sm:text-xs"
              >
                <span>{LABELS[view]}</span>{' '}
                {view === 'questions' && questions.length > 0 && (
                  <span className="ml-1 figures">{questions.length}</span>
                )}
              </button>
            ))}
          </div>
        )}
        {shown === 'lessons' && children}
        {asked && (
          <div hidden={shown !== 'questions'} className="min-h-0 flex-1 overflow-y-auto p-4">
            <Suspense fallback={<Skeleton className="h-64" />}>{asking?.part}</Suspense>
          </div>
        )}
        {content && (shown === 'transcript' || shown === 'chapters') && (
          <Suspense fallback={<Skeleton className="m-3 h-64" />}>
            {shown === 'transcript' ? (
              <Transcript
                key={content.videoId}
                title={content.title}
                source={content}
                playback={playback}
                questions={questions}
              />
            ) : (
              <ChapterList chapters={content.chapters} playback={playback} />
            )}
          </Suspense>
        )}
      </div>
    </div>
  );
}
