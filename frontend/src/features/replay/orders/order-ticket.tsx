// The ticket of an entry: its kind, prices, size from a risk, how sure the member is, and what it would do.
import { useEffect, useRef } from 'react';

import { Button } from '@/ui/button';
import { FieldError } from '@/ui/form/field-error';

import type { Market } from '../market';
import type { EntryType } from '../shapes';
import { Choices } from './choices';
import { TicketSummary } from './ticket-summary';
import { PriceField } from './price-field';
import { withType, type Ticket, type TicketReading } from './ticket';

interface OrderTicketProps {
  market: Market;
  ticket: Ticket;
  reading: TicketReading;
  close: number;
  /** Why the server refused it. */
  refusal: string | undefined;
  busy: boolean;
  onChange: (ticket: Ticket) => void;
  onSend: () => void;
  onCancel: () => void;
}

const TYPES: readonly { value: EntryType; label: string }[] = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'stop', label: 'Stop' },
];
const SURE = ['50', '60', '70', '80', '90', '100'].map((value) => ({ value, label: value }));
const COPY = {
  title: { long: 'Buy', short: 'Sell' },
  type: 'Entry',
  price: 'Price',
  stop: 'Stop',
  target: 'Target',
  risk: 'Risk',
  size: 'Size',
  sure: 'How sure are you of a gain, in %?',
  cancel: 'Cancel',
  send: (size: number | undefined) => (size === undefined ? '' : ` ${size}`),
  by: { market: ' at market', limit: ' with a limit', stop: ' with a stop' },
};

export function OrderTicket(props: OrderTicketProps) {
  const { market, ticket, reading, close, refusal, busy, onChange, onSend, onCancel } = props;
  const { problems, act, size } = reading;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus({ preventScroll: true }), []);
  const set = (next: Partial<Ticket>) => onChange({ ...ticket, ...next });
  const title = COPY.title[ticket.side];
  return (
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      aria-label={title}
      className="grid gap-3 outline-none"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <div className="flex gap-3">
        <div className="flex-[1.7]">
          <Choices
            legend={COPY.type}
            options={TYPES}
            value={ticket.type}
            onChange={(type) => onChange(withType(market, ticket, type, close))}
          />
        </div>
        {ticket.type !== 'market' && (
          <PriceField
            label={COPY.price}
            value={ticket.price}
            error={problems.price}
            onChange={(price) => set({ price })}
          />
        )}
      </div>
      <div className="flex gap-3">
        <PriceField
          label={COPY.stop}
          value={ticket.stop}
          error={problems.stop}
          onChange={(stop) => set({ stop })}
        />
        <PriceField
          label={COPY.target}
          value={ticket.target}
          error={problems.target}
          onChange={(target) => set({ target })}
        />
      </div>
      <div className="flex gap-3">
        <PriceField
          label={`${COPY.risk}, ${market.currency}`}
          value={ticket.sizedBy === 'risk' ? ticket.risk : shown(reading.risk)}
          error={problems.risk}
          onChange={(risk) => set({ risk, sizedBy: 'risk' })}
        />
        <PriceField
          label={COPY.size}
          value={ticket.sizedBy === 'size' ? ticket.size : (size?.toString() ?? '')}
          error={problems.size}
          onChange={(text) => set({ size: text, sizedBy: 'size' })}
        />
      </div>
      <Choices
        legend={COPY.sure}
        options={SURE}
        value={ticket.sure?.toString()}
        onChange={(sure) => set({ sure: Number(sure) })}
      />
      <TicketSummary market={market} reading={reading} />
      <div role="alert" className={refusal === undefined ? 'hidden' : ''}>
        <FieldError error={refusal} />
      </div>
      <div className="flex gap-3 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface-raised max-md:px-4 max-md:py-3">
        <Button type="submit" className="flex-1" disabled={act === undefined} busy={busy}>
          {`${title}${COPY.send(size)}${COPY.by[ticket.type]}`}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {COPY.cancel}
        </Button>
      </div>
    </form>
  );
}

function shown(cents: number | undefined): string {
  return cents === undefined ? '' : (cents / 100).toFixed(2);
}
