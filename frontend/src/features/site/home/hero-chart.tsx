// The hero's chart: a session drawn from a committed series, with the trade whose size the text beside it computes.
// The drawing stretches with its box; labels are text over it, so that they stay readable at any width.
import { places, shareOf } from './hero-places';
import { bellIndex, heroLevels, heroSeries, type Candle } from './hero-series';
import { priceOf } from './hero-trade';

const HEIGHT = 280;
const STEP = 10;
const WIDTH = heroSeries.length * STEP;

const y = (price: number) => Math.round(shareOf(price) * HEIGHT * 10) / 10;

function outline([open, high, low, close]: Candle, index: number): string {
  const middle = index * STEP + STEP / 2;
  const top = y(Math.max(open, close));
  const bottom = Math.max(y(Math.min(open, close)), top + 1);
  return `M${middle} ${y(high)}V${top}M${middle} ${bottom}V${y(low)}M${middle - 3} ${top}h6V${bottom}h-6z`;
}

const LINES = [
  { level: 'target', label: 'Target', look: 'text-accent' },
  { level: 'entry', label: 'Entry', look: 'text-ink' },
  { level: 'stop', label: 'Stop', look: 'text-ink-muted' },
] as const;

export function HeroChart() {
  return (
    <div
      role="img"
      aria-label="A drawn five-minute chart: price drifts down to the overnight low before the bell, dips below it, comes back and rises to the target."
      className="relative h-72 w-full sm:h-96 lg:h-full lg:min-h-120"
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="absolute inset-y-0 left-0 h-full w-[calc(100%-5rem)] overflow-visible"
      >
        <path
          d={`M0 ${y(heroLevels.overnightLow)}H${WIDTH}`}
          className="stroke-line-strong"
          strokeDasharray="6 5"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${bellIndex * STEP} 0V${HEIGHT}`}
          className="stroke-line-strong"
          strokeDasharray="1 5"
          vectorEffect="non-scaling-stroke"
        />
        {LINES.map(({ level, label, look }) => (
          <path
            key={label}
            d={`M${29 * STEP} ${y(heroLevels[level])}H${WIDTH}`}
            className={`stroke-current ${look}`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {heroSeries.map((candle, index) => (
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
      <div className="hero-cover absolute inset-y-0 left-0 w-[calc(100%-5rem+1px)] bg-surface" />
      <div aria-hidden className="absolute inset-0 right-20 text-xs figures">
        <span className={`absolute top-0 pl-2 text-ink-muted ${places.bell}`}>15:30 bell</span>
        <span className={`hero-level absolute left-0 pt-1 text-ink-muted ${places.overnightLow}`}>
          Overnight low <br className="sm:hidden" />
          <span translate="no">{priceOf(heroLevels.overnightLow)}</span>
        </span>
        {LINES.map(({ level, label, look }) => (
          <span
            key={label}
            className={`hero-level absolute left-full w-20 -translate-y-1/2 border-l-2 border-current pl-2 leading-4 ${look} ${places[level]}`}
          >
            <span>{label}</span>
            <br />
            <span translate="no">{priceOf(heroLevels[level])}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
