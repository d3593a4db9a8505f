// The chapters of a lesson. The chapter that plays is marked.
import { useSyncExternalStore } from 'react';

import { useCourse } from '../course-context';
import { formatDuration, spokenDuration } from '@/lib/format/durations';
import { indexAt, type Playback } from '../player/store/playback';

interface ChapterListProps {
  chapters: readonly { start: number; title: string }[];
  playback: Playback;
}

export function ChapterList({ chapters, playback }: ChapterListProps) {
  const { language } = useCourse();
  const current = useSyncExternalStore(playback.subscribe, () =>
    indexAt(chapters, playback.position()),
  );
  return (
    <ol aria-label="Chapters" className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      {chapters.map(({ start, title }, index) => (
        <li key={start}>
          <button
            type="button"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => playback.seekTo(start)}
            className="flex w-full gap-3 border-l-3 border-transparent px-4 py-3 text-left text-sm -outline-offset-2 hover:bg-surface-raised aria-[current=true]:border-accent aria-[current=true]:bg-surface-raised"
          >
            <span className="shrink-0 text-xs leading-6 text-accent figures">
              <span aria-hidden>{formatDuration(start)}</span>
              <span className="sr-only">{`At ${spokenDuration(start)}: `}</span>
            </span>
            <span lang={language} dir="auto" className="min-w-0 font-semibold">
              {title}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
