// The checkout when the server takes payments: name and e-mail address here, card data on the provider's own
// page.
import { useCallback, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { externalRedirect, usePageRestore } from '@/lib/external-redirect';
import { site } from '@/settings/own-site';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { BuyerFields } from '../buyer-fields';
import { CHECKOUT, NOT_PAID, UNAVAILABLE } from '../copy';
import { filledOptions, type PlanQuote } from '../quote';
import { hostedCheckoutSchema } from '../schemas';
import { TermsCheckbox } from '../terms-checkbox';
import { CouponField } from './coupon-field';

interface HostedCheckoutFormProps {
  /** The plan's key in the server's price list. */
  plan: string;
  planQuote: PlanQuote;
}

export function HostedCheckoutForm({ plan, planQuote }: HostedCheckoutFormProps) {
  const form = useForm({
    schema: hostedCheckoutSchema,
    // In the order of the page: the first wrong field gets the focus.
    defaultValues: { firstName: '', lastName: '', email: '', vatNumber: '', coupon: '' },
  });
  const { register, handleSubmit, setError, showFieldErrors, clearErrors, getValues } = form;
  const { errors, isSubmitting } = form.formState;
  const coupon = useWatch({ control: form.control, name: 'coupon' });
  const quotedVatNumber = useRef('');
  const [outcome, setOutcome] = useState<'leaving' | 'unavailable' | null>(null);
  usePageRestore(useCallback(() => setOutcome(null), []));

  /** Requests a quote for the current input; a refusal is shown at its field. */
  const requestQuote = async () => {
    const options = {
      coupon: getValues('coupon').trim(),
      vatNumber: getValues('vatNumber').trim(),
    };
    quotedVatNumber.current = options.vatNumber;
    clearErrors(['coupon', 'vatNumber']);
    const result = await planQuote.request(options);
    if (result.kind === 'refused') showFieldErrors(result.fields, { shouldFocus: false });
    return result;
  };
  const onVatNumberBlur = () => {
    if (getValues('vatNumber').trim() !== quotedVatNumber.current) void requestQuote();
  };

  const onSubmit = handleSubmit(async ({ firstName, lastName, email, ...options }) => {
    setOutcome(null);
    const { ApiError, openPaymentPage } = await import('../api');
    try {
      const order = { plan, firstName, lastName, email, ...filledOptions(options) };
      externalRedirect.to(await openPaymentPage(order));
      setOutcome('leaving');
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null;
      if (showFieldErrors(refusal?.fields ?? {})) return;
      toast(NOT_PAID);
      if (refusal?.status === 503) setOutcome('unavailable');
    }
  });

  const busy = isSubmitting || outcome === 'leaving';
  const submit = planQuote.quote?.total === 0 ? CHECKOUT.freeSubmit : CHECKOUT.hostedSubmit;
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
              {...register('vatNumber', { onBlur: onVatNumberBlur })}
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
          quote={planQuote.quote}
          onApply={requestQuote}
          onFailed={(message) => setError('coupon', { message })}
          onRemove={() => {
            form.setValue('coupon', '');
            return requestQuote();
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
