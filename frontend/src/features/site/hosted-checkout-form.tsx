// The checkout when the server takes payments: a name and an address here, the money on the provider's
// own page. No card field exists.
import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { leave, useComeBack } from '@/lib/leave';
import { site } from '@/settings/site';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';

import { BuyerFields } from './buyer-fields';
import { CHECKOUT, NOT_PAID, UNAVAILABLE } from './checkout-copy';
import { CouponField } from './coupon-field';
import { brought, type PlanQuote } from './quote';
import { hostedCheckoutSchema, type HostedCheckoutForm as Fields } from './schemas';
import { messagesFor } from './server-messages';
import { TermsCheckbox } from './terms-checkbox';

const NAMES = ['firstName', 'lastName', 'email', 'vatNumber', 'coupon'] as const;

interface HostedCheckoutFormProps {
  /** The plan's key, as the server knows it. */
  plan: string;
  costs: PlanQuote;
}

export function HostedCheckoutForm({ plan, costs }: HostedCheckoutFormProps) {
  const form = useForm<Fields>({
    resolver: zodResolver(hostedCheckoutSchema),
    defaultValues: { vatNumber: '', coupon: '' },
  });
  const { register, handleSubmit, setError, clearErrors, getValues, setValue, formState } = form;
  const { errors, isSubmitting } = formState;
  const coupon = useWatch({ control: form.control, name: 'coupon' });
  const askedVatNumber = useRef('');
  const [outcome, setOutcome] = useState<'leaving' | 'unavailable' | null>(null);
  useComeBack(useCallback(() => setOutcome(null), []));

  /** Asks what it costs with what is typed; a refusal is told at its field. */
  const askAgain = async () => {
    const wish = { coupon: getValues('coupon').trim(), vatNumber: getValues('vatNumber').trim() };
    askedVatNumber.current = wish.vatNumber;
    clearErrors(['coupon', 'vatNumber']);
    const answer = await costs.ask(wish);
    if (answer.kind === 'refused') {
      for (const [name, message] of messagesFor(NAMES, answer.fields)) setError(name, { message });
    }
    return answer;
  };
  const onVatNumberLeft = () => {
    if (getValues('vatNumber').trim() !== askedVatNumber.current) void askAgain();
  };

  const onSubmit = handleSubmit(async ({ firstName, lastName, email, ...wish }) => {
    setOutcome(null);
    const { ApiError, openPayment } = await import('./api');
    try {
      const order = { plan, firstName, lastName, email, ...brought(wish) };
      leave.to(await openPayment(order));
      setOutcome('leaving');
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      const own = messagesFor(NAMES, refusal?.fields ?? {});
      for (const [name, message] of own) setError(name, { message }, { shouldFocus: true });
      if (own.length > 0) return;
      toast(NOT_PAID);
      if (refusal?.status === 503) setOutcome('unavailable');
    }
  });

  const busy = isSubmitting || outcome === 'leaving';
  const submit = costs.quote?.total === 0 ? CHECKOUT.freeSubmit : CHECKOUT.hostedSubmit;
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-8">
      <BuyerFields
        fields={{
          firstName: register('firstName'),
          lastName: register('lastName'),
          email: register('email'),
        }}
        errors={errors}
      >
        <Field
          label="VAT Number"
          aside={<span className="text-xs text-ink-muted">Optional, for businesses</span>}
          error={errors.vatNumber?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('vatNumber', { onBlur: onVatNumberLeft })}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </BuyerFields>
      <div className="border-t border-line pt-6">
        <CouponField
          field={register('coupon')}
          typed={coupon}
          error={errors.coupon?.message}
          quote={costs.quote}
          onApply={askAgain}
          onFailed={(message) => setError('coupon', { message })}
          onRemove={() => {
            setValue('coupon', '');
            return askAgain();
          }}
        />
      </div>
      <div className="grid gap-5 border-t border-line pt-6">
        <TermsCheckbox field={register('agreeTerms')} error={errors.agreeTerms?.message} />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? CHECKOUT.busy : submit}
        </Button>
        <div aria-live="polite">
          {outcome === 'unavailable' && (
            <p className="rounded-box border border-danger bg-danger-soft p-4 text-sm">
              {UNAVAILABLE.text}{' '}
              <a href={`mailto:${site.support.email}`} className="text-accent underline">
                {site.support.email}
              </a>
              .
            </p>
          )}
        </div>
      </div>
    </form>
  );
}
