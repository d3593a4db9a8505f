// The drawn parts of the chart: grid and axes, candles and volume, marks, and the crosshair's lines.
import { memo } from 'react';

import { candlePaths, halfTag, type Geometry, type Size } from './scale/geometry';
import { MARK_LABELS, type ChartMark } from './marks';
import { priceTicks } from './scale/price-axis';
import { formatPrice } from './scale/prices';
import type { Series } from './scale/series';
import { dayBegins, timeTicks } from './scale/time-axis';
import { offsetsText } from './scale/zone';

interface LayerProps {
  series: Series;
  geometry: Geometry;
}

const PRICE_LABEL_PX = 48;
const TIME_LABEL_PX = 72;
/** From the middle of a price's label to that of a tag, and to the chart's top and corner. */
const TAG_ROOM_PX = 19;
const EDGE_ROOM_PX = 9;

interface AxesProps extends LayerProps {
  /** Where tags stand on the axis, in pixels from the top: no label stands under one. */
  tags: readonly number[];
}

export const Axes = memo(function Axes({ series, geometry, tags }: AxesProps) {
  const { width, height, low, high, first, last, step, xOf, yOf } = geometry;
  const prices = priceTicks(low, high, series.grid, Math.max(2, height / PRICE_LABEL_PX));
  const times = timeTicks(series.times, first, last, TIME_LABEL_PX / step);
  const [from, to] = [series.bars[first]?.at, series.bars[last]?.at];
  const rows = prices.map((price) => ({ price, y: Math.round(yOf(price)) + 0.5 }));
  const columns = times
    .map((tick) => ({ ...tick, x: Math.round(xOf(tick.index)) + 0.5 }))
    .filter(({ x }) => x >= 0 && x <= width);
  const labelled = rows.filter(
    ({ y }) =>
      y >= EDGE_ROOM_PX &&
      y <= height - EDGE_ROOM_PX &&
      tags.every((tag) => Math.abs(y - tag) >= TAG_ROOM_PX),
  );
  const lines = (xs: readonly number[]) => xs.map((x) => `M${x} 0V${height}`).join('');
  // A day begins between two bars, whether its label has room or not.
  const days = series.zone
    ? dayBegins(series.times, first, last).map((index) => Math.round(xOf(index - 0.5)) + 0.5)
    : columns.filter(({ major }) => major).map(({ x }) => x);
  const others = columns.filter(({ major }) => !major).map(({ x }) => x);
  // Keys are places, not values: a chart that moves changes its labels and does not replace them.
  return (
    <g className="chart-axes">
      <path d={rows.map(({ y }) => `M0 ${y}H${width}`).join('') + lines(others)} />
      <path className="chart-days" d={lines(days)} />
      <path className="chart-border" d={`M0 ${height + 0.5}H${width + 0.5}V0`} />
      {labelled.map(({ price, y }, place) => (
        <text key={place} x={width + 8} y={y} dy="0.35em">
          {formatPrice(price, series.grid)}
        </text>
      ))}
      {series.zone && from !== undefined && to !== undefined && (
        <text x={width + 8} y={height + 17} className="chart-zone">
          {offsetsText(series.zone, from, to)}
        </text>
      )}
      {columns
        // The corner is the zone's.
        .filter(({ label, x }) => x + halfTag(label) <= width + TAG_ROOM_PX / 2)
        .map(({ label, major, x }, place) => (
          <text
            key={place}
            x={x}
            y={height + 17}
            textAnchor={x < TIME_LABEL_PX / 3 ? 'start' : 'middle'}
            data-major={major || undefined}
          >
            {label}
          </text>
        ))}
    </g>
  );
});

export const Candles = memo(function Candles({ series, geometry }: LayerProps) {
  const paths = candlePaths(series, geometry);
  return (
    <>
      <path className="fill-line-strong" fillRule="evenodd" d={paths.risingVolume} />
      <path className="fill-line-strong" d={paths.fallingVolume} />
      <path className="fill-candle-up" fillRule="evenodd" d={paths.rising} data-candles="rising" />
      <path className="fill-candle-down" d={paths.falling} data-candles="falling" />
    </>
  );
});

export function Mark({ mark, series, geometry }: LayerProps & { mark: ChartMark }) {
  const { width, height, xOf, yOf, step } = geometry;
  const name = mark.tone === 'edited' ? undefined : MARK_LABELS[mark.tone];
  if (mark.kind === 'level') {
    const y = Math.round(yOf(mark.price)) + 0.5;
    return (
      <g className="chart-mark" data-tone={mark.tone} transform={`translate(0 ${y})`}>
        <path d={`M0 0H${width}`} />
        {name !== undefined && (
          <text x={8} y={mark.tone === 'right' ? -7 : 17}>
            {`${name} ${formatPrice(mark.price, series.grid)}`}
          </text>
        )}
      </g>
    );
  }
  const [left, right] = [xOf(mark.from), xOf(mark.to)].map(Math.round).toSorted((a, b) => a - b);
  if (left === undefined || right === undefined) return null;
  const band = Math.max(right - left, Math.min(step, 3));
  return (
    <g className="chart-mark" data-tone={mark.tone} transform={`translate(${left + 0.5} 0)`}>
      <rect width={band} height={height} />
      <path d={`M0 0V${height}M${band} 0V${height}`} />
      {name !== undefined && (
        <text x={6} y={mark.tone === 'right' ? 18 : height - 10}>
          {name}
        </text>
      )}
    </g>
  );
}

export const Crosshair = memo(function Crosshair({ width, height }: Size) {
  return (
    <g className="chart-crosshair">
      <line data-crosshair="vertical" className="hidden" y2={height} />
      <line data-crosshair="horizontal" className="hidden" x2={width} />
    </g>
  );
});
