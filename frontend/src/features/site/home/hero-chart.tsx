// The hero's chart: a session drawn from a committed series, with the trade whose size the text beside it computes.
// The drawing stretches with its box; labels are text over it, so that they stay readable at any width.
import { bellIndex, heroLevels, heroSeries, type Candle } from './hero-series';
import { priceOf } from './hero-trade';

const TOP = 5431.5;
const BOTTOM = 5403.5;
const HEIGHT = 280;
const STEP = 10;
const WIDTH = heroSeries.length * STEP;

const y = (price: number) => Math.round(((TOP - price) / (TOP - BOTTOM)) * HEIGHT * 10) / 10;
const share = (price: number) => `${(((TOP - price) / (TOP - BOTTOM)) * 100).toFixed(2)}%`;

function outline([open, high, low, close]: Candle, index: number): string {
  const middle = index * STEP + STEP / 2;
  const top = y(Math.max(open, close));
  const bottom = Math.max(y(Math.min(open, close)), top + 1);
  return `M${middle} ${y(high)}V${top}M${middle} ${bottom}V${y(low)}M${middle - 3} ${top}h6V${bottom}h-6z`;
}

const LINES = [
  { price: heroLevels.target, label: 'Target', look: 'text-accent' },
  { price: heroLevels.entry, label: 'Entry', look: 'text-ink' },
  { price: heroLevels.stop, label: 'Stop', look: 'text-ink-muted' },
] as const;

const bellShare = `${((bellIndex / heroSeries.length) * 100).toFixed(2)}%`;

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
        {LINES.map(({ price, label, look }) => (
          <path
            key={label}
            d={`M${29 * STEP} ${y(price)}H${WIDTH}`}
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
                ? 'fill-candle-up stroke-candle-up'
                : 'fill-candle-down stroke-candle-down'
            }
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <div className="hero-cover absolute inset-y-0 left-0 w-[calc(100%-5rem+1px)] bg-surface" />
      <div aria-hidden className="absolute inset-0 right-20 text-xs figures">
        <span className="absolute top-0 pl-2 text-ink-muted" style={{ left: bellShare }}>
          15:30 bell
        </span>
        <span
          className="hero-level absolute left-0 pt-1 text-ink-muted"
          style={{ top: share(heroLevels.overnightLow) }}
        >
          Overnight low <br className="sm:hidden" />
          {priceOf(heroLevels.overnightLow)}
        </span>
        {LINES.map(({ price, label, look }) => (
          <span
            key={label}
            className={`hero-level absolute left-full w-20 -translate-y-1/2 border-l-2 border-current pl-2 leading-4 ${look}`}
            style={{ top: share(price) }}
          >
            {label}
            <br />
            {priceOf(price)}
          </span>
        ))}
      </div>
    </div>
  );
}
