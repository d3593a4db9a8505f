// What is held or waits: its prices, which can be moved, and how to be out of it.
import { useState } from 'react';

import { Button } from '@/ui/button';
import { FieldError } from '@/ui/form/field-error';
import { formatPrice, toUnits } from '@/ui/chart/scale/prices';

import type { Market } from '../market';
import type { Act, Run } from '../shapes';
import { PriceField } from './price-field';
import type { Protection, ProtectionReading } from './protection';

interface HeldPanelProps {
  market: Market;
  run: Run;
  draft: Protection;
  reading: ProtectionReading;
  refusal: string | undefined;
  onChange: (next: Partial<Protection>) => void;
  /** Sends the moved stop and target. */
  onCommit: () => void;
  onAct: (act: Act) => void;
}

const SIDES = { long: 'Long', short: 'Short' };
const ENTRIES = { long: 'Buy', short: 'Sell' };
const COPY = {
  position: 'Position',
  waiting: 'Waiting entry',
  at: (price: string) => ` at ${price}`,
  market: ' at the next open',
  by: { market: '', limit: ' with a limit', stop: ' with a stop' },
  stop: 'Stop',
  target: 'Target',
  move: 'Move stop and target',
  close: 'Close',
  part: 'Contracts',
  closePart: (size: number) => `Close ${size}`,
  closing: (size: number) => `${size} closing at the next open`,
  cancel: 'Cancel the entry',
};

export function HeldPanel(props: HeldPanelProps) {
  const { market, run, draft, reading, refusal, onChange, onCommit, onAct } = props;
  const { grid } = market;
  const { position, waiting } = run;
  const held = position ?? waiting;
  const [part, setPart] = useState('');
  if (!held) return null;
  const price =
    held.price == null ? undefined : formatPrice(toUnits(held.price, grid.decimals), grid);
  const side = position ? SIDES[position.side] : ENTRIES[held.side];
  const by = waiting ? COPY.by[waiting.type] : '';
  const open = position ? position.size - position.closing : 0;
  const size = /^\d{1,6}$/.test(part.trim()) ? Number(part) : undefined;
  const wrongPart = part.trim() !== '' && (size === undefined || size < 1 || size > open);
  return (
    <form
      noValidate
      aria-label={position ? COPY.position : COPY.waiting}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onCommit();
      }}
    >
      <div>
        <p className="text-xs text-ink-muted max-md:sr-only">
          {position ? COPY.position : COPY.waiting}
        </p>
        <p className="text-lg font-semibold figures">
          {`${side} ${held.size}${by}${price === undefined ? COPY.market : COPY.at(price)}`}
        </p>
        {position !== null && position !== undefined && position.closing > 0 && (
          <p className="text-sm text-ink-muted">{COPY.closing(position.closing)}</p>
        )}
      </div>
      <div className="flex gap-3">
        <PriceField
          label={COPY.stop}
          value={draft.stop}
          error={reading.problems.stop}
          onChange={(stop) => onChange({ stop })}
        />
        <PriceField
          label={COPY.target}
          value={draft.target}
          error={reading.problems.target}
          onChange={(target) => onChange({ target })}
        />
      </div>
      <div role="alert" className={refusal === undefined ? 'hidden' : ''}>
        <FieldError error={refusal} />
      </div>
      {reading.act !== undefined && (
        <Button type="submit" look="secondary">
          {COPY.move}
        </Button>
      )}
      {waiting && (
        <Button look="danger" onClick={() => onAct({ act: 'cancel' })}>
          {COPY.cancel}
        </Button>
      )}
      {position && open > 0 && (
        <div className="flex items-end gap-3">
          {open > 1 && (
            <PriceField
              label={COPY.part}
              value={part}
              error={wrongPart ? `1 to ${open}` : undefined}
              onChange={setPart}
            />
          )}
          <Button
            className="flex-1"
            disabled={wrongPart}
            onClick={() => {
              onAct({ act: 'close', ...(size === undefined || size === open ? {} : { size }) });
              setPart('');
            }}
          >
            {size === undefined ? COPY.close : COPY.closePart(size)}
          </Button>
        </div>
      )}
    </form>
  );
}
