// A still of the desk on which a lesson's market is traded: chart, position and the distance to the rule. Drawn, so that it is sharp at any
// width and weighs next to nothing.
import { money } from '@/lib/format/money';

import { DeskChart } from './desk-chart';
import { deskLevels, deskSeries, deskTrade } from './desk-trade';
import { priceOf } from '../hero-trade';

const COPY = {
  label:
    'The desk of a lesson: a five-minute chart that ends at the newest candle, with an open short trade, its stop above and its target below; beside it the position, and what is left of the day’s limit.',
  title: 'Your turn',
  day: 'Day 2 of 5',
  caption: 'A micro index future in five-minute candles. Drawn for this page.',
};

/** Drawn examples of trades stay in dollars. */
const dollars = (amount: number) => money(amount * 100, 'usd');
const { contracts, dayLimit, atStop, atTarget, now, leftAtStop } = deskTrade;

const POSITION = [
  { term: 'Short', value: `${contracts} at ${priceOf(deskLevels.entry)}`, look: '' },
  { term: 'Now', value: `+${dollars(now)}`, look: 'text-accent' },
  { term: 'At the stop', value: dollars(-atStop), look: 'text-danger' },
  { term: 'At the target', value: `+${dollars(atTarget)}`, look: 'text-accent' },
  { term: 'How sure', value: '60%', look: '' },
];

const LOG = [
  { time: '09:30', what: 'Day 2 begins' },
  { time: '10:25', what: `Sold ${contracts} at ${priceOf(deskLevels.entry)}` },
  { time: '10:55', what: 'Waiting for the next bar' },
];

const [open, high, low, close] = deskSeries.at(-1) ?? [0, 0, 0, 0];
const BAR = [
  { term: 'O', value: open },
  { term: 'H', value: high },
  { term: 'L', value: low },
  { term: 'C', value: close },
];

export function DeskStill() {
  return (
    <figure>
      <div
        role="img"
        aria-label={COPY.label}
        className="ink-band overflow-hidden rounded-box border border-line shadow-raised"
      >
        <div aria-hidden>
          <p className="flex justify-between gap-4 border-b border-line px-4 py-3 text-sm">
            <span className="font-semibold">{COPY.title}</span>
            <span className="text-ink-muted figures">{COPY.day}</span>
          </p>
          <div className="grid lg:grid-cols-[minmax(0,1fr)_18rem]">
            <div>
              <DeskChart />
              <p className="flex flex-wrap gap-x-5 border-t border-line px-4 py-3 text-xs text-ink-muted figures">
                {BAR.map(({ term, value }) => (
                  <span key={term} translate="no">{`${term} ${priceOf(value)}`}</span>
                ))}
              </p>
            </div>
            <div className="border-line p-4 text-sm figures max-lg:border-t sm:p-6 lg:border-l">
              <div className="grid gap-x-8 gap-y-3 sm:max-lg:grid-cols-2">
                {POSITION.map(({ term, value, look }) => (
                  <p key={term} className="flex justify-between gap-4">
                    <span className="text-ink-muted">{term}</span>
                    <span translate="no" className={look}>
                      {value}
                    </span>
                  </p>
                ))}
              </div>
              <div className="mt-5 border-t border-line pt-4">
                <p className="text-ink-muted">{`${dollars(leftAtStop)} of ${dollars(dayLimit)} left at the stop`}</p>
                <svg
                  viewBox={`0 0 ${dayLimit} 1`}
                  preserveAspectRatio="none"
                  className="mt-2 h-1.5 w-full rounded-full bg-line"
                >
                  <rect width={leftAtStop} height={1} className="fill-accent" />
                </svg>
              </div>
              <div className="mt-5 grid gap-2 border-t border-line pt-4 text-xs text-ink-muted">
                {LOG.map(({ time, what }) => (
                  <p key={time} className="flex gap-4">
                    <span translate="no">{time}</span>
                    <span>{what}</span>
                  </p>
                ))}
              </div>
            </div>
          </div>
        </div>
      </div>
      <figcaption className="mt-3 text-xs text-ink-muted">{COPY.caption}</figcaption>
    </figure>
  );
}
