// A drawing as wide as its place, with what it shows as a sentence.
import { useRef, type ReactNode } from 'react';

import type { Size } from '@/ui/chart/scale/geometry';
import { usePlotSize } from '@/ui/chart/use-plot-size';

import './plot.css';

interface PlotProps {
  label: string;
  className?: string;
  children: (size: Size) => ReactNode;
}

export function Plot({ label, className = 'h-56', children }: PlotProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = usePlotSize(frame);
  return (
    <div ref={frame} className={`replay-plot ${className}`}>
      <svg role="img" aria-label={label} width={size.width} height={size.height}>
        {children(size)}
      </svg>
    </div>
  );
}

/** From values to pixels. */
export function scaleOf([low, high]: readonly [number, number], [from, to]: [number, number]) {
  const span = high - low || 1;
  return (value: number) => from + ((value - low) / span) * (to - from);
}
