// Lines at a price: where an order waits, where a position ends. A line that can be moved is a slider, moved by dragging
// and by keys.
import type { KeyboardEvent } from 'react';

import { dragging, stepsOf } from './handles';
import type { Geometry } from './scale/geometry';
import { formatPrice, onTick, toPrice } from './scale/prices';
import { placeTags } from './scale/tags';
import type { Series } from './scale/series';
import './style/lines.css';

export type LineTone = 'entry' | 'stop' | 'target' | 'floor';

export interface ChartLine {
  id: string;
  tone: LineTone;
  /** The line's name: "Stop". */
  label: string;
  /** What the price means, beside the name: "−1 R". */
  note?: string | undefined;
  /** In units of the chart's grid. */
  price: number;
  /** It does not stand yet, or is being moved. */
  pending?: boolean | undefined;
  /** Absent where the line cannot be moved. */
  move?: ((price: number) => void) | undefined;
  /** Where a line that was moved is let go, or confirmed by Enter. */
  commit?: ((price: number) => void) | undefined;
  /** Escape. */
  revert?: (() => void) | undefined;
}

interface LinesProps {
  lines: readonly ChartLine[];
  series: Series;
  geometry: Geometry;
}

/** The lines in the picture; one beyond its edge is left to its tag. */
export function Lines({ lines, series, geometry }: LinesProps) {
  const { width, height, yOf } = geometry;
  return lines.map(({ id, tone, label, note, price, pending }) => {
    const y = Math.round(yOf(price)) + 0.5;
    if (y < 0 || y > height) return null;
    return (
      <g
        key={id}
        className="chart-line"
        data-tone={tone}
        data-pending={pending || undefined}
        transform={`translate(0 ${y})`}
      >
        <path d={`M0 0H${width}`} />
        <text x={width - 8} y={-6} textAnchor="end">
          <tspan>{`${label}${note === undefined ? '' : ` ${note}`}`}</tspan>
          <title>{formatPrice(price, series.grid)}</title>
        </text>
      </g>
    );
  });
}

/** A floor beyond the picture has no tag. */
export function isShown({ tone, price }: ChartLine, { yOf, height }: Geometry): boolean {
  const y = yOf(price);
  return tone !== 'floor' || (y >= 0 && y <= height);
}

/** Where the tags stand: those of the lines in their order, then the mark's and the last price's. */
export function tagPlaces(
  lines: readonly ChartLine[],
  level: number | undefined,
  close: number | undefined,
  { yOf, height }: Geometry,
): number[] {
  const prices = [...lines.map(({ price }) => price), level, close];
  const wanted = prices
    .filter((price) => price !== undefined)
    .map((price) => Math.min(Math.max(yOf(price), 0), height));
  return placeTags(wanted, height);
}

interface LastPriceProps {
  price: number;
  series: Series;
  geometry: Geometry;
  /** Where its tag stands. */
  tag: number | undefined;
}

/** The last price on the axis; none where it is not in the picture. */
export function LastPrice({ price, series, geometry, tag }: LastPriceProps) {
  const y = geometry.yOf(price);
  if (y < 0 || y > geometry.height) return null;
  return (
    <div
      aria-hidden
      className="chart-line-tag"
      data-tone="last"
      style={{ transform: `translateY(${y}px) translateY(-50%)` }}
    >
      <span translate="no" className="chart-tag" style={besideLine(y, tag)}>
        {formatPrice(price, series.grid)}
      </span>
    </div>
  );
}

function besideLine(y: number, tag = y) {
  return { marginTop: tag - y };
}

interface LineTagProps {
  line: ChartLine;
  /** Where its tag stands. */
  tag: number | undefined;
  series: Series;
  geometry: Geometry;
  /** While the line is dragged the picture keeps its scale. */
  onHold: (held: boolean) => void;
}

/** The line's price on the axis, and what moves it. */
export function LineTag({ line, tag: tagAt, series, geometry, onHold }: LineTagProps) {
  const { tone, label, note, price, pending, move, commit, revert } = line;
  const { grid } = series;
  const { yOf, priceAt, height } = geometry;
  const y = Math.min(Math.max(yOf(price), 0), height);
  const beyond = Math.sign(Math.round(yOf(price) - y));
  const text = formatPrice(price, grid);
  const tag = (
    <span className="chart-tag" style={besideLine(y, tagAt)}>
      {move && <span aria-hidden className="chart-line-grip" />}
      {beyond !== 0 && <span aria-hidden>{beyond < 0 ? '↑ ' : '↓ '}</span>}
      <span translate="no">{text}</span>
    </span>
  );
  const place = {
    className: 'chart-line-tag',
    'data-tone': tone,
    'data-pending': pending || undefined,
    style: { transform: `translateY(${y}px) translateY(-50%)` },
  };
  if (!move) {
    return (
      <div aria-hidden {...place}>
        {tag}
      </div>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(event);
    if (steps !== 0) move(Math.max(grid.tick, onTick(price + steps * grid.tick, grid)));
    else if (event.key === 'Enter' && commit) commit(price);
    else if (event.key === 'Escape' && revert) revert();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={toPrice(series.high * 2, grid)}
      aria-valuenow={toPrice(price, grid)}
      aria-valuetext={note === undefined ? text : `${text}, ${note}`}
      onKeyDown={onKeyDown}
      {...place}
      onLostPointerCapture={() => onHold(false)}
      {...dragging((event, box, released) => {
        onHold(!released);
        const to = Math.max(grid.tick, priceAt(event.clientY - box.top));
        move(to);
        if (released) commit?.(to);
      })}
    >
      {tag}
    </div>
  );
}
