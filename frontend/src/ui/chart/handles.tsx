// The handles of the mark that the member sets: sliders, moved by dragging and by arrow keys.
import type { KeyboardEvent, PointerEvent } from 'react';

import { halfTag, tagPlace, type Geometry } from './scale/geometry';
import { inTimeOrder, type Span } from './marks';
import { formatPrice, onTick, toPrice } from './scale/prices';
import { barTime, type Series } from './scale/series';

const LARGE_STEP = 10;

interface HandleProps {
  series: Series;
  geometry: Geometry;
}

interface LevelHandleProps extends HandleProps {
  price: number | undefined;
  onChange: (price: number) => void;
}

export function LevelHandle({ series, geometry, price, onChange }: LevelHandleProps) {
  const { grid, low, high } = series;
  const { yOf, priceAt, height } = geometry;
  const placed = price ?? onTick((low + high) / 2, grid);
  const move = (next: number) => onChange(Math.min(Math.max(next, low), high));
  const y = Math.min(Math.max(yOf(placed), 0), height);
  const beyond = price === undefined ? 0 : Math.sign(yOf(price) - y);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Price level"
      aria-orientation="vertical"
      aria-valuemin={toPrice(low, grid)}
      aria-valuemax={toPrice(high, grid)}
      aria-valuenow={toPrice(placed, grid)}
      aria-valuetext={price === undefined ? 'Not placed' : formatPrice(price, grid)}
      data-unplaced={price === undefined || undefined}
      className="chart-level-handle"
      style={{ transform: `translateY(${y}px) translateY(-50%)` }}
      onKeyDown={(event) => {
        const steps = stepsOf(event);
        if (event.key === 'Home') move(low);
        else if (event.key === 'End') move(high);
        else if (steps !== 0) move(onTick(placed + steps * grid.tick, grid));
        else return;
        event.preventDefault();
      }}
      {...dragging((event, box) => move(priceAt(event.clientY - box.top)))}
    >
      <span className="chart-tag">
        {beyond !== 0 && <span aria-hidden>{beyond < 0 ? '↑ ' : '↓ '}</span>}
        <span translate="no">{formatPrice(placed, grid)}</span>
      </span>
    </div>
  );
}

interface RangeHandlesProps extends HandleProps {
  span: Span;
  onChange: (span: Span) => void;
  /** Moves the chart so that a bar is shown. */
  revealBar: (index: number) => void;
}

export function RangeHandles(props: RangeHandlesProps) {
  const { series, geometry, span } = props;
  const [start, end] = [span.from, span.to].map((index) => {
    const bar = index === undefined ? undefined : series.bars[index];
    return bar && index !== undefined
      ? { x: geometry.xOf(index), time: barTime(series, bar) }
      : null;
  });
  // Ends that are close to each other have one tag together.
  const close = start && end && Math.abs(end.x - start.x) < halfTag(start.time) + halfTag(end.time);
  const both = close && `${start.time} – ${end.time}`;
  return (
    <>
      <RangeHandle {...props} end="from" label="Start of the range" tagged={!close} />
      <RangeHandle {...props} end="to" label="End of the range" tagged={!close} />
      {close && both && (
        <span
          aria-hidden
          className="chart-tag chart-range-tag"
          style={{ left: tagPlace((start.x + end.x) / 2, both) }}
        >
          {both}
        </span>
      )}
    </>
  );
}

/** Where an end that is not placed begins, as a share of the bars that are shown. */
const FIRST_PLACES = { from: 1 / 3, to: 2 / 3 };

interface RangeHandleProps extends RangeHandlesProps {
  end: keyof Span;
  label: string;
  tagged: boolean;
}

function RangeHandle(props: RangeHandleProps) {
  const { series, geometry, span, onChange, revealBar, end, label, tagged } = props;
  const { first, last, xOf, indexAt, width } = geometry;
  const index = span[end];
  const placed = index ?? Math.round(first + (last - first) * FIRST_PLACES[end]);
  const bar = series.bars[placed];
  const time = bar && barTime(series, bar);
  const x = xOf(placed);
  const shownX = Math.min(Math.max(x, 0), width);
  const move = (to: number) => {
    const next = Math.min(Math.max(to, 0), series.bars.length - 1);
    revealBar(next);
    onChange({ ...span, [end]: next });
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={series.bars.length}
      aria-valuenow={placed + 1}
      aria-valuetext={index === undefined ? 'Not placed' : time}
      data-unplaced={index === undefined || undefined}
      data-outside={x !== shownX || undefined}
      className="chart-range-handle"
      style={{ transform: `translateX(${shownX}px) translateX(-50%)` }}
      // Ends that were moved past each other change places when the handle is let go.
      onBlur={() => {
        const ordered = inTimeOrder(span);
        if (ordered.from !== span.from) onChange(ordered);
      }}
      onKeyDown={(event) => {
        const steps = stepsOf(event);
        if (event.key === 'Home') move(0);
        else if (event.key === 'End') move(series.bars.length - 1);
        else if (steps !== 0) move(placed + steps);
        else return;
        event.preventDefault();
      }}
      {...dragging((event, box, released) => {
        const moved = { ...span, [end]: indexAt(event.clientX - box.left) };
        onChange(released ? inTimeOrder(moved) : moved);
      })}
    >
      {tagged && time !== undefined && (
        <span
          className="chart-tag"
          style={{ left: `calc(50% + ${tagPlace(shownX, time) - shownX}px)` }}
        >
          {time}
        </span>
      )}
    </div>
  );
}

/** How many steps a key moves, as on any slider: page keys and Shift move ten. */
export function stepsOf({ key, shiftKey }: KeyboardEvent): number {
  const step = shiftKey ? LARGE_STEP : 1;
  if (key === 'ArrowUp' || key === 'ArrowRight') return step;
  if (key === 'ArrowDown' || key === 'ArrowLeft') return -step;
  if (key === 'PageUp') return LARGE_STEP;
  if (key === 'PageDown') return -LARGE_STEP;
  return 0;
}

/** The plot is the handle's parent. */
export function dragging(drag: (event: PointerEvent, plot: DOMRect, released: boolean) => void) {
  const follow = (event: PointerEvent<HTMLElement>, released: boolean) => {
    if (event.currentTarget.dataset.dragged === undefined) return;
    const plot = event.currentTarget.parentElement?.getBoundingClientRect();
    if (plot) drag(event, plot, released);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    delete event.currentTarget.dataset.dragged;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset.dragged = '';
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => follow(event, false),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      follow(event, true);
      end(event);
    },
    onPointerCancel: end,
  };
}
