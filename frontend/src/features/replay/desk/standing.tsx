// How the run stands by its rules: the way to the nearest floor, the trades of the day. No sum of profits: it makes people
// trade it.
import type { FloorDistance } from '../floors';
import { sum, ticksText, type Market } from '../market';
import type { Run } from '../shapes';

const FLOORS = { max_loss: 'To the loss limit', daily_loss: 'To the day’s loss limit' };
const COPY = {
  label: 'Where the run stands',
  ofOne: 'of one contract',
  ofHeld: (size: number) => (size === 1 ? 'of the contract held' : `of the ${size} contracts held`),
  trades: 'Trades today',
  of: (trades: number, most: number) => `${trades} of ${most}`,
  paused: 'Trading is paused until the next day.',
};

interface StandingProps {
  market: Market;
  run: Run;
  distance: FloorDistance | undefined;
}

export function Standing({ market, run, distance }: StandingProps) {
  const { trades } = market.rules;
  const { position } = run;
  return (
    <div className="text-sm">
      <dl
        aria-label={COPY.label}
        className="flex flex-wrap justify-between gap-x-6 gap-y-2 figures"
      >
        {distance && (
          <div>
            <dt className="text-xs text-ink-muted">{FLOORS[distance.floor.rule]}</dt>
            <dd translate="no" className="text-lg font-semibold">
              {sum(market, Math.max(0, distance.cents))}
            </dd>
            <dd aria-hidden className="my-1 h-1 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${shareLeft(market, distance) * 100}%` }}
              />
            </dd>
            <dd className="text-xs text-ink-muted">
              {`${ticksText(Math.max(0, distance.ticks))} ${position ? COPY.ofHeld(position.size) : COPY.ofOne}`}
            </dd>
          </div>
        )}
        <div>
          <dt className="text-xs text-ink-muted">{COPY.trades}</dt>
          <dd>
            {trades == null
              ? run.tradesToday.toLocaleString('en-US')
              : COPY.of(run.tradesToday, trades)}
          </dd>
        </div>
      </dl>
      {run.paused && <p className="mt-3 font-semibold text-danger">{COPY.paused}</p>}
    </div>
  );
}

/** Of the way that the rule gives, what is left to the floor: from 0 to 1. */
function shareLeft({ rules }: Market, { floor, cents }: FloorDistance): number {
  const amount = (floor.rule === 'max_loss' ? rules.maxLoss : rules.dailyLoss)?.amount ?? 0;
  return amount <= 0 ? 0 : Math.min(Math.max(cents / amount, 0), 1);
}
