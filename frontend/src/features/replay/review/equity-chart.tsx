// Equity at each shown bar's close, with the floor that moves under it.
import { extent } from '@/ui/chart/scale/prices';

import { sum, type Market } from '../market';
import type { RunResult } from '../shapes';
import { Plot, scaleOf } from './plot';

const AXIS_PX = 84;
const FOOT_PX = 8;
const COPY = {
  label: (from: string, to: string, least: string, most: string) =>
    `Equity from ${from} to ${to}, between ${least} and ${most}.`,
  floor: ' The floor is drawn under it, dashed.',
};

const LABEL_PX = 18;

/** The start has its label where there is room between the lowest and the highest. */
function levelsApart(
  range: readonly [number, number],
  start: number,
  y: (cents: number) => number,
) {
  const ends = range[0] === range[1] ? [range[0]] : [...range];
  return ends.every((end) => Math.abs(y(end) - y(start)) >= LABEL_PX) ? [...ends, start] : ends;
}

export function EquityChart({ market, curve }: { market: Market; curve: RunResult['curve'] }) {
  const points = curve.map(([, equity, floor]) => ({ equity: equity ?? 0, floor: floor ?? null }));
  const equities = points.map(({ equity }) => equity);
  const floors = points.flatMap(({ floor }) => (floor === null ? [] : [floor]));
  const [first, last] = [equities[0], equities.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [least, most] = extent(equities);
  const range = extent([...equities, ...floors]);
  const text = (cents: number) => sum(market, cents);
  const label =
    COPY.label(text(first), text(last), text(least), text(most)) +
    (floors.length > 0 ? COPY.floor : '');
  return (
    <Plot label={label}>
      {({ width, height }) => {
        const x = scaleOf([0, Math.max(1, points.length - 1)], [0, width - AXIS_PX]);
        const y = scaleOf(range, [height - FOOT_PX, FOOT_PX + 8]);
        const steps = points.flatMap(({ floor }, index) =>
          floor === null ? [] : [`${index > 0 ? `H${x(index)}V` : `M${x(index)} `}${y(floor)}`],
        );
        return (
          <>
            {levelsApart(range, first, y).map((level) => (
              <g key={level}>
                <path className="grid" d={`M0 ${y(level)}H${width - AXIS_PX}`} />
                <text x={width - AXIS_PX + 8} y={y(level)} dy="0.35em">
                  {text(level)}
                </text>
              </g>
            ))}
            {steps.length === points.length && <path className="floor" d={steps.join('')} />}
            <path
              className="value"
              d={equities.map((cents, at) => `${at > 0 ? 'L' : 'M'}${x(at)} ${y(cents)}`).join('')}
            />
          </>
        );
      }}
    </Plot>
  );
}
