// Trades on the chart: from where each was entered to where it ended, each fill an arrow: up where it bought, down where it sold. The
// exit's is hollow, a loss is dashed.
import type { Geometry } from './scale/geometry';
import './style/trades.css';

export interface ChartTrade {
  label: string;
  side: 'long' | 'short';
  gain: boolean;
  /** Bars by their index, prices in units of the chart's grid. */
  entry: { index: number; price: number };
  /** Absent while it is open. */
  exit?: { index: number; price: number } | undefined;
}

/** From an exit to its number, and to the chart's right edge where the number stands on the other side. */
const NUMBER_PX = 9;
const EDGE_PX = 26;

const ARROWS = { long: 'M0 0L-6 11H6Z', short: 'M0 0L-6 -11H6Z' };

export function Trades({
  trades,
  geometry,
}: {
  trades: readonly ChartTrade[];
  geometry: Geometry;
}) {
  const { xOf, yOf, width } = geometry;
  return trades.map(({ label, side, gain, entry, exit }) => {
    const [x1, y1] = [xOf(entry.index), yOf(entry.price)];
    const [x2, y2] = exit ? [xOf(exit.index), yOf(exit.price)] : [x1, y1];
    if (x2 < 0 || x1 > width) return null;
    const isAtEdge = x2 > width - EDGE_PX;
    return (
      <g
        key={label}
        className="chart-trade"
        data-gain={gain || undefined}
        data-open={!exit || undefined}
      >
        {exit && <path className="chart-trade-way" d={`M${x1} ${y1}L${x2} ${y2}`} />}
        <path className="chart-trade-entry" d={ARROWS[side]} transform={`translate(${x1} ${y1})`} />
        {exit && (
          <path
            className="chart-trade-exit"
            d={ARROWS[side === 'long' ? 'short' : 'long']}
            transform={`translate(${x2} ${y2})`}
          />
        )}
        {exit && (
          <text
            x={x2 + (isAtEdge ? -NUMBER_PX : NUMBER_PX)}
            y={y2 + (side === 'long' ? -6 : 14)}
            textAnchor={isAtEdge ? 'end' : 'start'}
          >
            {label}
          </text>
        )}
      </g>
    );
  });
}
