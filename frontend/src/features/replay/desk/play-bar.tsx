// What moves time: one step, a bar, to the next event, or by itself.
import {
  ChevronRight,
  ChevronsRight,
  Pause,
  Play,
  SkipForward,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { SPEEDS, type Speed } from '../run/use-play';

interface PlayBarProps {
  playing: boolean;
  speed: Speed;
  /** There is something that can happen. */
  eventful: boolean;
  disabled: boolean;
  onPlaying: (playing: boolean) => void;
  onSpeed: (speed: Speed) => void;
  onStep: () => void;
  onBar: () => void;
  onEvent: () => void;
}

const COPY = {
  label: 'Time',
  play: 'Play',
  pause: 'Pause',
  bar: 'Next bar',
  step: 'Step',
  event: 'Next event',
  speed: 'Bars a second',
};

export function PlayBar(props: PlayBarProps) {
  const { playing, speed, eventful, disabled, onPlaying, onSpeed } = props;
  return (
    <div
      role="group"
      aria-label={COPY.label}
      className="flex flex-wrap items-center gap-1 sm:gap-2"
    >
      <Move
        icon={playing ? Pause : Play}
        keys="p"
        disabled={disabled}
        onClick={() => onPlaying(!playing)}
      >
        {playing ? COPY.pause : COPY.play}
      </Move>
      <Move icon={ChevronsRight} keys="n" disabled={disabled} onClick={props.onBar}>
        {COPY.bar}
      </Move>
      <Move icon={ChevronRight} keys="t" disabled={disabled} onClick={props.onStep}>
        {COPY.step}
      </Move>
      <Move icon={SkipForward} keys="e" disabled={disabled || !eventful} onClick={props.onEvent}>
        {COPY.event}
      </Move>
      <label className="flex items-center gap-2 text-sm text-ink-muted">
        <select
          aria-label={COPY.speed}
          className="min-h-10 rounded-box border border-line-strong bg-surface-raised px-1 text-ink figures sm:px-2"
          value={speed}
          onChange={({ currentTarget: { value } }) => {
            const chosen = SPEEDS.find((bars) => String(bars) === value);
            if (chosen) onSpeed(chosen);
          }}
        >
          {SPEEDS.map((bars) => (
            <option key={bars} value={bars}>
              {bars}
            </option>
          ))}
        </select>
        <span aria-hidden className="max-xl:hidden">
          {COPY.speed.toLowerCase()}
        </span>
      </label>
    </div>
  );
}

interface MoveProps {
  icon: LucideIcon;
  keys: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A disabled button would lose the focus: it stays, and does nothing. */
function Move({ icon: Icon, keys, disabled, onClick, children }: MoveProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className="flex min-h-10 items-center gap-2 rounded-box border border-line-strong bg-surface px-1.5 text-sm font-semibold whitespace-nowrap hover:border-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-60 sm:px-3"
    >
      <Icon aria-hidden size={16} className="max-lg:hidden" />
      <span>{children}</span>
    </button>
  );
}
