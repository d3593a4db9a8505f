// The chart of the desk's still: the night, the day until now, and the part of the day that is not there yet. The candles stretch with the
// box; lines and labels are placed in per cent, so that they keep their size.
import { dayIndex, deskLevels, deskSeries, fillIndex } from './desk-trade';
import type { Candle } from '../hero-series';
import { priceOf } from '../hero-trade';

const COPY = { night: 'Night', day: 'Today', unseen: 'Not drawn yet' };

/** The newest candle stands at two thirds. */
const SLOTS = Math.round(deskSeries.length * 1.5);
const STEP = 10;
const HEIGHT = 300;
const TOP = 5487.5;
const BOTTOM = 5467;
const TAG = { width: 66, height: 22 };

const share = (price: number) => (TOP - price) / (TOP - BOTTOM);
const y = (price: number) => Math.round(share(price) * HEIGHT * 10) / 10;
const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
const leftOf = (index: number) => percent(index / SLOTS);

function outline([open, high, low, close]: Candle, index: number): string {
  const middle = index * STEP + STEP / 2;
  const top = y(Math.max(open, close));
  const bottom = Math.max(y(Math.min(open, close)), top + 1);
  return `M${middle} ${y(high)}V${top}M${middle} ${bottom}V${y(low)}M${middle - 3} ${top}h6V${bottom}h-6z`;
}

const LINES = [
  { level: 'stop', name: 'Stop', line: 'stroke-danger', tag: 'fill-danger', dashes: '5 4' },
  { level: 'entry', name: 'Short', line: 'stroke-ink-muted', tag: 'fill-ink-muted', dashes: '' },
  { level: 'target', name: 'Target', line: 'stroke-accent', tag: 'fill-accent', dashes: '5 4' },
] as const;

function Tag({ price, look }: { price: number; look: string }) {
  return (
    <svg x="100%" y={percent(share(price))} overflow="visible">
      <rect
        x={4}
        y={-TAG.height / 2}
        width={TAG.width}
        height={TAG.height}
        rx={3}
        className={look}
      />
      <text x={4 + TAG.width / 2} dy="0.35em" textAnchor="middle" className="fill-surface">
        {priceOf(price)}
      </text>
    </svg>
  );
}

export function DeskChart() {
  const last = percent(share(deskLevels.last));
  return (
    <div className="relative h-72 text-xs figures sm:h-96">
      <svg
        viewBox={`0 0 ${SLOTS * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-y-0 left-0 h-full w-[calc(100%-4.75rem)]"
      >
        <rect width={dayIndex * STEP} height={HEIGHT} className="fill-surface-raised" />
        {deskSeries.map((candle, index) => (
          <path
            key={index}
            d={outline(candle, index)}
            className={
              candle[3] >= candle[0]
                ? 'fill-none stroke-candle-up'
                : 'fill-candle-down stroke-candle-down'
            }
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <svg className="absolute inset-y-0 left-0 h-full w-[calc(100%-4.75rem)] overflow-visible">
        {[dayIndex, deskSeries.length].map((index) => (
          <line
            key={index}
            x1={leftOf(index)}
            x2={leftOf(index)}
            y1="0"
            y2="100%"
            className="stroke-line-strong"
            strokeDasharray="1 5"
          />
        ))}
        <g className="fill-ink-muted">
          <text x="8" y="20">
            {COPY.night}
          </text>
          <svg x={leftOf(dayIndex)} overflow="visible">
            <text x="8" y="20">
              {COPY.day}
            </text>
          </svg>
          <svg x={leftOf(deskSeries.length)} overflow="visible">
            <text x="8" y="20">
              {COPY.unseen}
            </text>
          </svg>
        </g>
        {LINES.map(({ level, name, line, tag, dashes }) => (
          <g key={level}>
            <line
              x1={leftOf(fillIndex + 1)}
              x2="100%"
              y1={percent(share(deskLevels[level]))}
              y2={percent(share(deskLevels[level]))}
              className={line}
              strokeDasharray={dashes}
            />
            <svg x="100%" y={percent(share(deskLevels[level]))} overflow="visible">
              <text x="-6" y="-6" textAnchor="end" className={tag}>
                {name}
              </text>
            </svg>
            <Tag price={deskLevels[level]} look={tag} />
          </g>
        ))}
        <line
          x1={leftOf(deskSeries.length)}
          x2="100%"
          y1={last}
          y2={last}
          className="stroke-line-strong"
          strokeDasharray="2 3"
        />
        <Tag price={deskLevels.last} look="fill-ink" />
        {/* The fill: an arrow down above its candle. */}
        <svg
          x={leftOf(fillIndex + 0.5)}
          y={percent(share(deskSeries[fillIndex]?.[1] ?? deskLevels.entry))}
          overflow="visible"
        >
          <path d="M0 -5l-5 -8h10z" className="fill-candle-down" />
        </svg>
      </svg>
    </div>
  );
}
