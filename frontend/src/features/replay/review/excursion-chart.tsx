// How far each trade went against and for the position, in ticks.
import { ticksText } from '../market';
import type { Trade } from '../shapes';
import { Plot, scaleOf } from './plot';

const ROW_PX = 24;
const NUMBER_PX = 28;
const VALUE_PX = 34;
const label = (trades: readonly Trade[]) =>
  `Furthest against and for. ${trades
    .map(({ mae, mfe }, index) => `${index + 1}: ${ticksText(mae)} against, ${ticksText(mfe)} for`)
    .join('; ')}.`;

export function ExcursionChart({ trades }: { trades: readonly Trade[] }) {
  const most = Math.max(1, ...trades.flatMap(({ mae, mfe }) => [mae, mfe]));
  return (
    <div style={{ height: trades.length * ROW_PX + 4 }} className="max-w-prose">
      <Plot label={label(trades)} className="h-full">
        {({ width }) => {
          const left = NUMBER_PX + VALUE_PX;
          const x = scaleOf([-most, most], [left, width - VALUE_PX]);
          return trades.map(({ mae, mfe }, index) => {
            const y = index * ROW_PX + 4;
            return (
              <g key={index}>
                <text x={0} y={y + 13}>
                  {index + 1}
                </text>
                <rect className="loss" x={x(-mae)} y={y} width={x(0) - x(-mae)} height={16} />
                <rect className="gain" x={x(0)} y={y} width={x(mfe) - x(0)} height={16} />
                <text x={x(-mae) - 6} y={y + 13} textAnchor="end">
                  {mae}
                </text>
                <text x={x(mfe) + 6} y={y + 13}>
                  {mfe}
                </text>
              </g>
            );
          });
        }}
      </Plot>
    </div>
  );
}
