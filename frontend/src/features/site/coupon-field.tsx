// A coupon and its button. What it takes off is said here, and counted in the summary.
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { money } from '@/lib/money';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';

import type { Quote, QuoteAnswer } from './quote';

const COPY = {
  empty: 'Type the coupon first.',
  failed: 'The coupon could not be checked. Try again in a moment.',
};

interface CouponFieldProps {
  field: UseFormRegisterReturn;
  typed: string;
  error: string | undefined;
  quote: Quote | null;
  /** Asks with what is typed; a refusal is shown as `error` by whoever answers. */
  onApply: () => Promise<QuoteAnswer>;
  onFailed: (message: string) => void;
  onRemove: () => Promise<QuoteAnswer>;
}

export function CouponField({
  field,
  typed,
  error,
  quote,
  onApply,
  onFailed,
  onRemove,
}: CouponFieldProps) {
  const [asking, setAsking] = useState(false);
  const applied = quote?.coupon ?? null;

  const ask = async (question: () => Promise<QuoteAnswer>) => {
    setAsking(true);
    const answer = await question();
    setAsking(false);
    if (answer.kind === 'failed') onFailed(answer.message ?? COPY.failed);
  };
  const apply = () => {
    if (typed.trim() === '') onFailed(COPY.empty);
    else if (!asking) void ask(onApply);
  };

  return (
    <div>
      <Field
        label="Coupon"
        aside={<span className="text-xs text-ink-muted">Optional</span>}
        error={error}
      >
        {(control) => (
          <div className="flex gap-3">
            <TextInput
              {...control}
              {...field}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                apply();
              }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <Button look="secondary" busy={asking} onClick={apply} className="shrink-0">
              Apply
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {quote !== null && applied !== null && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
            <span>
              <strong>{applied}</strong> takes {money(quote.discount, quote.currency)} off.
            </span>
            <button
              type="button"
              className="min-h-8 text-accent underline underline-offset-4"
              onClick={() => void ask(onRemove)}
            >
              Remove the coupon
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
