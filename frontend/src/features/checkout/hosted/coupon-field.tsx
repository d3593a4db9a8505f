// A coupon with its button. Its discount is stated here and subtracted in the summary.
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { money } from '@/lib/format/money';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import type { Quote, QuoteResult } from '../quote';

const COPY = {
  empty: 'Type the coupon first.',
  failed: 'The coupon could not be checked. Try again in a moment.',
};

interface CouponFieldProps {
  field: UseFormRegisterReturn;
  typed: string;
  error: string | undefined;
  quote: Quote | null;
  /** Requests a quote with the typed coupon; the parent shows a refusal as `error`. */
  onApply: () => Promise<QuoteResult>;
  onFailed: (message: string) => void;
  onRemove: () => Promise<QuoteResult>;
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
  const [loading, setLoading] = useState(false);
  const applied = quote?.coupon ?? null;

  const run = async (request: () => Promise<QuoteResult>) => {
    setLoading(true);
    const result = await request();
    setLoading(false);
    if (result.kind === 'failed') onFailed(result.message ?? COPY.failed);
  };
  const apply = () => {
    if (typed.trim() === '') onFailed(COPY.empty);
    else if (!loading) void run(onApply);
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
            <Button look="secondary" busy={loading} onClick={apply} className="shrink-0">
              Apply
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {quote !== null && applied !== null && (
          <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
            <span>
              <strong translate="no">{applied}</strong>
              <span>{` takes ${money(quote.discount, quote.currency)} off.`}</span>
            </span>
            <button
              type="button"
              className="min-h-8 text-accent underline underline-offset-4"
              onClick={() => void run(onRemove)}
            >
              Remove the coupon
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
