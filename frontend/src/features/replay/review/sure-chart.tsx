// How sure the member was against how the trades ended: on the diagonal, as often as they said.
import type { Trade } from '../shapes';
import { Plot, scaleOf } from './plot';

interface Group {
  sure: number;
  trades: number;
  gains: number;
}

const EDGE_PX = 40;
const FOOT_PX = 42;
const COPY = {
  label: (groups: string) => `How sure against gains. ${groups}.`,
  group: ({ sure, trades, gains }: Group) => `${sure}% sure: ${gains} of ${trades} gained`,
  x: 'How sure, in %',
  y: 'Gained, in %',
};

/** In steps of ten from 50. */
export function sureGroups(trades: readonly Trade[]): Group[] {
  const groups = new Map<number, Group>();
  for (const { sure, result } of trades) {
    if (sure == null) continue;
    const step = Math.floor(sure / 10) * 10;
    const group = groups.get(step) ?? { sure: step, trades: 0, gains: 0 };
    groups.set(step, {
      sure: step,
      trades: group.trades + 1,
      gains: group.gains + (result > 0 ? 1 : 0),
    });
  }
  return [...groups.values()].toSorted((a, b) => a.sure - b.sure);
}

export function SureChart({ trades }: { trades: readonly Trade[] }) {
  const groups = sureGroups(trades);
  return (
    <Plot label={COPY.label(groups.map(COPY.group).join('; '))} className="h-56">
      {({ width, height }) => {
        const x = scaleOf([50, 100], [EDGE_PX + 8, width - 20]);
        const y = scaleOf([0, 100], [height - FOOT_PX, 14]);
        return (
          <>
            {[0, 50, 100].map((share) => (
              <g key={share}>
                <path className="grid" d={`M${EDGE_PX} ${y(share)}H${width}`} />
                <text x={EDGE_PX - 6} y={y(share)} dy="0.35em" textAnchor="end">
                  {share}
                </text>
              </g>
            ))}
            {[50, 60, 70, 80, 90, 100].map((sure) => (
              <text key={sure} x={x(sure)} y={height - FOOT_PX + 18} textAnchor="middle">
                {sure}
              </text>
            ))}
            <text x={width} y={height - 4} textAnchor="end">
              {COPY.x}
            </text>
            <text x={0} y={height - 4}>
              {COPY.y}
            </text>
            <path
              className="axis"
              strokeDasharray="3 3"
              d={`M${x(50)} ${y(50)}L${x(100)} ${y(100)}`}
            />
            {groups.map((group) => (
              <circle
                key={group.sure}
                className="gain"
                cx={x(group.sure)}
                cy={y((group.gains / group.trades) * 100)}
                r={Math.min(5 + 2 * Math.sqrt(group.trades), 14)}
              />
            ))}
          </>
        );
      }}
    </Plot>
  );
}
