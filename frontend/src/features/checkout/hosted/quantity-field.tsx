// How many of the plan are bought, with a button on either side and what all of them cost.
import { Minus, Plus } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { money } from '@/lib/format/money';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import type { Quote } from '../quote';
import { FEWEST, MOST } from '../schemas';

const COPY = {
  label: 'Quantity',
  hint: 'Each has its own purchase key: use one, and give the others away.',
  fewer: 'One fewer',
  more: 'One more',
  total: (total: string) => `${total} in total`,
};

interface QuantityFieldProps {
  field: UseFormRegisterReturn;
  typed: string;
  error: string | undefined;
  quote: Quote | null;
  onChange: (quantity: number) => void;
}

/** No arrows inside of the field: the buttons are larger. */
const digits =
  'text-center figures [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none';

export function QuantityField({ field, typed, error, quote, onChange }: QuantityFieldProps) {
  const quantity = Number(typed);
  const step = (by: number) => {
    const next = Number.isInteger(quantity) ? quantity + by : FEWEST;
    onChange(Math.min(Math.max(next, FEWEST), MOST));
  };
  return (
    <Field label={COPY.label} hint={COPY.hint} error={error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            look="secondary"
            aria-label={COPY.fewer}
            aria-disabled={quantity <= FEWEST}
            onClick={() => step(-1)}
          >
            <Minus aria-hidden size={20} />
          </Button>
          <div className="w-16">
            <TextInput
              {...control}
              {...field}
              type="number"
              inputMode="numeric"
              min={FEWEST}
              max={MOST}
              autoComplete="off"
              className={digits}
            />
          </div>
          <Button
            look="secondary"
            aria-label={COPY.more}
            aria-disabled={quantity >= MOST}
            onClick={() => step(1)}
          >
            <Plus aria-hidden size={20} />
          </Button>
          {quote !== null && quote.quantity === quantity && (
            <span className="text-sm text-ink-muted figures">
              {COPY.total(money(quote.total, quote.currency))}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}
