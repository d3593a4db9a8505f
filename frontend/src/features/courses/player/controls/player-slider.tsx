// A native range input with the player's style, so that every browser and screen reader can operate it.
import type { CSSProperties } from 'react';

import { classNames } from '@/lib/class-names';

import './player-slider.css';

interface PlayerSliderProps {
  label: string;
  valueText: string;
  value: number;
  max: number;
  step: number;
  buffered?: number;
  disabled?: boolean;
  className?: string;
  onChange: (value: number) => void;
  onRelease?: () => void;
  /** Handles the left and right arrow keys instead of the input's own steps. */
  onArrow?: (direction: 1 | -1) => void;
}

export function PlayerSlider({
  label,
  valueText,
  value,
  max,
  step,
  buffered = 0,
  disabled,
  className,
  onChange,
  onRelease,
  onArrow,
}: PlayerSliderProps) {
  const share = (part: number) => `${max > 0 ? Math.min(part / max, 1) * 100 : 0}%`;
  const style: CSSProperties & Record<'--filled' | '--buffered', string> = {
    '--filled': share(value),
    '--buffered': share(buffered),
  };
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      step={step}
      value={value}
      disabled={disabled}
      style={style}
      className={classNames('player-slider', className)}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onKeyUp={onRelease}
      onBlur={onRelease}
      onKeyDown={(event) => {
        const direction =
          event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
        if (!onArrow || direction === undefined || event.altKey || event.ctrlKey || event.metaKey) {
          return;
        }
        event.preventDefault();
        onArrow(direction);
      }}
    />
  );
}
