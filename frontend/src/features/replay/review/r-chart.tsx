// The result of each trade in multiples of its risk, in the order of the trades.
import { inR } from '../market';
import type { Trade } from '../shapes';
import { Plot, scaleOf } from './plot';

const LABEL_PX = 18;
const WIDEST_PX = 48;
const label = (results: string) => `R of each trade: ${results}.`;
const NONE = 'no stop';

export function RChart({ trades }: { trades: readonly Trade[] }) {
  const values = trades.map(({ r }) => r ?? null);
  const known = values.filter((r) => r !== null);
  const range = [Math.min(-1, ...known), Math.max(1, ...known)] as const;
  const spoken = values.map((r, index) => `${index + 1}: ${r === null ? NONE : inR(r)}`).join(', ');
  return (
    <Plot label={label(spoken)}>
      {({ width, height }) => {
        const y = scaleOf(range, [height - 2 * LABEL_PX, LABEL_PX]);
        const step = Math.min(width / Math.max(1, values.length), 2 * WIDEST_PX);
        const bar = Math.min(step * 0.6, WIDEST_PX);
        // With many trades only some have room for their text.
        const every = Math.max(1, Math.ceil(46 / step));
        return (
          <>
            <path className="grid" d={`M0 ${y(1)}H${width}M0 ${y(-1)}H${width}`} />
            <path className="axis" d={`M0 ${y(0)}H${width}`} />
            {values.map((r, index) => {
              const x = (index + 0.5) * step;
              const [top, foot] = [y(Math.max(r ?? 0, 0)), y(Math.min(r ?? 0, 0))];
              return (
                <g key={index}>
                  <rect
                    className={(r ?? 0) > 0 ? 'gain' : 'loss'}
                    x={x - bar / 2}
                    y={top}
                    width={bar}
                    height={Math.max(1, foot - top)}
                  />
                  {index % every === 0 && (
                    <>
                      <text x={x} y={(r ?? 0) > 0 ? top - 5 : foot + 15} textAnchor="middle">
                        {r === null ? NONE : inR(r)}
                      </text>
                      <text x={x} y={height - 4} textAnchor="middle">
                        {index + 1}
                      </text>
                    </>
                  )}
                </g>
              );
            })}
          </>
        );
      }}
    </Plot>
  );
}
