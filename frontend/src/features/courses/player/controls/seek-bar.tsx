// The position in the lesson, a slider to seek, the chapters' beginnings, and the seek picture under the pointer.
import { Suspense, useState, type PointerEvent } from 'react';

import { lazyPart } from '@/ui/lazy-part';

import { formatDuration, spokenDuration } from '@/lib/format/durations';
import { indexAt } from '../store/playback';
import { SKIP_SECONDS, type PlayerCommand, type PlayerState } from '../store/player-state';
import { PlayerSlider } from './player-slider';

export interface Chapter {
  /** Seconds. */
  start: number;
  title: string;
}

interface SeekBarProps {
  state: Pick<PlayerState, 'currentTime' | 'duration' | 'bufferedUntil'>;
  chapters: readonly Chapter[];
  seekPictures: string | null;
  perform: (command: PlayerCommand) => void;
}

/** Loaded when the pointer first moves over the bar of a lesson that has seek pictures or chapters. */
const SeekPictureBox = lazyPart(
  async () => (await import('../seek-pictures/seek-picture-box')).SeekPictureBox,
  null,
);

export function SeekBar({ state, chapters, seekPictures, perform }: SeekBarProps) {
  const { duration, bufferedUntil } = state;
  // While dragging, the handle follows the pointer, not the video's position.
  const [dragged, setDragged] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const position = Math.min(dragged ?? state.currentTime, duration);
  // Rounded up like the catalogue's duration, which is on the same page.
  const whole = Math.ceil(duration);
  const shown = position >= duration ? whole : position;
  const chapter = chapters[indexAt(chapters, position)]?.title;
  const spoken = `${spokenDuration(shown)} of ${spokenDuration(whole)}`;
  const hasBox = duration > 0 && (seekPictures !== null || chapters.length > 0);

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min((event.clientX - left) / width, 1));
    setPointed(share * duration);
  };
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-8 text-xs figures">{formatDuration(shown)}</span>
      <div
        className="relative flex flex-1"
        {...(hasBox
          ? {
              onPointerMove: point,
              onPointerLeave: () => setPointed(null),
              onPointerCancel: () => setPointed(null),
            }
          : {})}
      >
        {chapters.map(
          ({ start }) =>
            start > 0 &&
            start < duration && (
              <span
                key={start}
                aria-hidden
                className="pointer-events-none absolute inset-y-2 z-1 w-0.5 bg-ink"
                style={{ left: `${(start / duration) * 100}%` }}
              />
            ),
        )}
        {pointed !== null && hasBox && (
          <Suspense fallback={null}>
            <SeekPictureBox
              track={seekPictures}
              seconds={pointed}
              share={pointed / duration}
              chapter={chapters[indexAt(chapters, pointed)]?.title}
            />
          </Suspense>
        )}
        <PlayerSlider
          label="Position in the lesson"
          valueText={chapter === undefined ? spoken : `${spoken}, ${chapter}`}
          value={position}
          max={duration}
          step={1}
          buffered={bufferedUntil}
          className="flex-1"
          disabled={duration === 0}
          onChange={(seconds) => {
            setDragged(seconds);
            perform({ type: 'seek-to', seconds });
          }}
          onRelease={() => setDragged(null)}
          onArrow={(direction) => {
            setDragged(null);
            perform({ type: 'seek-by', seconds: direction * SKIP_SECONDS });
          }}
        />
      </div>
      <span className="min-w-8 text-right text-xs text-ink-muted figures">
        {formatDuration(whole)}
      </span>
    </div>
  );
}
