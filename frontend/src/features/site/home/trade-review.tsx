// An example of a trade review in the community: a chart and four messages about it.
import { heroLevels, heroSeries } from './hero-series';
import { heroTrade, priceOf } from './hero-trade';

const REVIEW = [
  {
    who: 'Member',
    text: `Long ${priceOf(heroLevels.entry)} on the second test of the overnight low, stop ${priceOf(heroLevels.stop)}, three contracts.`,
  },
  {
    who: 'Mentor',
    text: `The stop is where the idea is wrong, good. Three contracts risk $${(heroTrade.riskDollars * 3).toFixed(2)}. What was your limit for the day?`,
  },
  { who: 'Member', text: 'A hundred dollars. So I was one loss away from going home.' },
  { who: 'Mentor', text: 'Then you know what to write down. Same trade, smaller, and two tries.' },
];

const FIRST = 17;
const shown = heroSeries.slice(FIRST, 41);
const TOP = 5424.5;
const y = (price: number) => Math.round((TOP - price) * 10);

export function TradeReview() {
  return (
    <figure className="overflow-hidden rounded-box border border-line bg-surface-raised shadow-raised">
      <div className="ink-band">
        <svg
          role="img"
          aria-label="The trade under review: a dip below the overnight low, the entry on its return and the stop below the dip."
          viewBox={`0 0 ${shown.length * 16} 188`}
          className="block w-full"
        >
          <path
            d={`M${12 * 16} ${y(heroLevels.entry)}H${shown.length * 16}`}
            className="stroke-accent"
          />
          <path
            d={`M${12 * 16} ${y(heroLevels.stop)}H${shown.length * 16}`}
            className="stroke-line-strong"
            strokeDasharray="4 4"
          />
          {shown.map(([open, high, low, close], index) => {
            const x = index * 16 + 8;
            const top = y(Math.max(open, close));
            const bottom = Math.max(y(Math.min(open, close)), top + 1);
            const look =
              close >= open ? 'fill-none stroke-candle-up' : 'fill-candle-down stroke-candle-down';
            return (
              <path
                key={index}
                d={`M${x} ${y(high)}V${top}M${x} ${bottom}V${y(low)}M${x - 4} ${top}h8V${bottom}h-8z`}
                className={look}
              />
            );
          })}
        </svg>
      </div>
      <ol className="grid gap-4 p-6">
        {REVIEW.map(({ who, text }) => (
          <li key={text} className={who === 'Mentor' ? 'border-l-2 border-accent pl-4' : 'pl-4.5'}>
            <p className="text-xs text-ink-muted">{who}</p>
            <p className="text-sm figures">{text}</p>
          </li>
        ))}
      </ol>
      <figcaption className="border-t border-line px-6 py-3 text-xs text-ink-muted">
        What a review reads like. Drawn for this page.
      </figcaption>
    </figure>
  );
}
