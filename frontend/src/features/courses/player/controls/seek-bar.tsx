// The position in the lesson, and a slider to seek.
import { useState } from 'react';

import { formatDuration, spokenDuration } from '../../duration';
import { SKIP_SECONDS, type PlayerCommand, type PlayerState } from '../store/player-state';
import { PlayerSlider } from './player-slider';

interface SeekBarProps {
  state: Pick<PlayerState, 'currentTime' | 'duration' | 'bufferedUntil'>;
  perform: (command: PlayerCommand) => void;
}

export function SeekBar({ state, perform }: SeekBarProps) {
  const { duration, bufferedUntil } = state;
  // While dragging, the handle follows the pointer, not the video's position.
  const [dragged, setDragged] = useState<number | null>(null);
  const position = Math.min(dragged ?? state.currentTime, duration);
  // Rounded up like the catalogue's duration, which is on the same page.
  const whole = Math.ceil(duration);
  const shown = position >= duration ? whole : position;
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-8 text-xs figures">{formatDuration(shown)}</span>
      <PlayerSlider
        label="Position in the lesson"
        valueText={`${spokenDuration(shown)} of ${spokenDuration(whole)}`}
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
      <span className="min-w-8 text-right text-xs text-ink-muted figures">
        {formatDuration(whole)}
      </span>
    </div>
  );
}
