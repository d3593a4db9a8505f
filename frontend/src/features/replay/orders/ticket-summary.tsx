// What an order would do, before it is sent: its risk in money, what its target pays, and the floor it could touch.
import { formatPrice } from '@/ui/chart/scale/prices';

import { inR, signedSum, sum, type Market } from '../market';
import type { TicketReading } from './ticket';

const COPY = {
  risk: 'At the stop',
  noStop: 'No stop: the loss has no limit of its own.',
  target: 'At the target',
  floor: 'Floor after the stop',
  room: (left: string) => `${left} away`,
  touched: 'The stop lies beyond the floor: a rule would close the trade first',
  at: (price: string) => ` at about ${price}`,
};

export function TicketSummary({ market, reading }: { market: Market; reading: TicketReading }) {
  const { risk, riskR, gain, gainR, toFloor, floorPrice, size } = reading;
  if (size === undefined) return null;
  const touches = toFloor !== undefined && toFloor <= 0;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-sm figures">
      <dt className="text-ink-muted">{COPY.risk}</dt>
      <dd translate={risk === undefined ? undefined : 'no'} className="text-right">
        {risk === undefined ? COPY.noStop : inBoth(market, -risk, riskR)}
      </dd>
      {gain !== undefined && (
        <>
          <dt className="text-ink-muted">{COPY.target}</dt>
          <dd translate="no" className="text-right">
            {inBoth(market, gain, gainR)}
          </dd>
        </>
      )}
      {toFloor !== undefined && !touches && (
        <>
          <dt className="text-ink-muted">{COPY.floor}</dt>
          <dd className="text-right">{COPY.room(sum(market, toFloor))}</dd>
        </>
      )}
      {touches && (
        <div className="col-span-2 mt-1 font-semibold text-danger">
          {`${COPY.touched}${floorPrice === undefined ? '' : COPY.at(formatPrice(floorPrice, market.grid))}.`}
        </div>
      )}
    </dl>
  );
}

/** "−$147.48 · −1 R" */
function inBoth(market: Market, cents: number, r: number | undefined): string {
  return `${signedSum(market, cents)}${r === undefined ? '' : ` · ${inR(r)}`}`;
}
