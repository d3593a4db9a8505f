// The checkout when the server takes payments: name and e-mail address here, card data on the provider's own
// page.
import { useCallback, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { externalRedirect, usePageRestore } from '@/lib/external-redirect';
import { site } from '@/settings/own-site';
import { Button } from '@/ui/button';
import { CountrySelect } from '@/ui/form/country-select';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { BuyerFields } from '../buyer-fields';
import { CHECKOUT, NOT_PAID, UNAVAILABLE } from '../copy';
import { filledOptions, type PlanQuote } from '../quote';
import { hostedCheckoutSchema } from '../schemas';
import { TermsCheckbox } from '../terms-checkbox';
import { BusinessFields } from './business-fields';
import { CouponField } from './coupon-field';
import { QuantityField } from './quantity-field';
import { useFormQuote } from './use-form-quote';

const COPY = {
  noCountry: 'Choose a country',
  countryFirst: 'Choose your country first: the price follows it.',
};

const optional = (text: string) => <span className="text-xs text-ink-muted">{text}</span>;

interface HostedCheckoutFormProps {
  /** The plan's key in the server's price list. */
  plan: string;
  planQuote: PlanQuote;
}

export function HostedCheckoutForm({ plan, planQuote }: HostedCheckoutFormProps) {
  const asksCountry = site.checkoutCountry;
  const [schema] = useState(() => hostedCheckoutSchema(asksCountry));
  const form = useForm({
    schema,
    // In the order of the page: the first wrong field gets the focus.
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      country: '',
      vatNumber: '',
      company: '',
      billingAddress: '',
      city: '',
      zipCode: '',
      quantity: '1',
      coupon: '',
    },
  });
  const { register, handleSubmit, setError, showFieldErrors } = form;
  const { errors, isSubmitting } = form.formState;
  const [coupon, quantity, typedVatNumber] = useWatch({
    control: form.control,
    name: ['coupon', 'quantity', 'vatNumber'],
  });
  const asksAddress = asksCountry !== undefined && typedVatNumber.trim() !== '';
  const quote = useFormQuote(form, planQuote);
  // In the order of the page too, also the fields that are not there yet.
  const fields = {
    firstName: register('firstName'),
    lastName: register('lastName'),
    email: register('email'),
    country: register('country', { onChange: quote.countryChanged }),
    vatNumber: register('vatNumber', { onBlur: quote.requestIfChanged }),
    company: register('company'),
    billingAddress: register('billingAddress'),
    city: register('city'),
    zipCode: register('zipCode'),
    quantity: register('quantity', {
      onChange: quote.quantityChanged,
      onBlur: quote.requestIfChanged,
    }),
    coupon: register('coupon'),
    agreeTerms: register('agreeTerms'),
  };
  const [outcome, setOutcome] = useState<'leaving' | 'unavailable' | null>(null);
  usePageRestore(useCallback(() => setOutcome(null), []));

  const onSubmit = handleSubmit(async (values) => {
    setOutcome(null);
    if (!(await quote.isSettled())) return;
    const { firstName, lastName, email, company, billingAddress, city, zipCode } = values;
    const business =
      asksCountry !== undefined && values.vatNumber !== ''
        ? { company, billingAddress, city, zipCode }
        : {};
    const { ApiError, openPaymentPage } = await import('../api');
    try {
      const buyer = { firstName, lastName, email, ...business };
      const order = {
        plan,
        ...buyer,
        ...filledOptions({ ...values, quantity: Number(values.quantity) }),
      };
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
      <BuyerFields fields={fields} errors={errors}>
        {asksCountry !== undefined && (
          <Field
            label="Country"
            {...(asksCountry === 'optional' && { aside: optional('Optional') })}
            error={errors.country?.message}
          >
            {(control) => <CountrySelect {...control} {...fields.country} none={COPY.noCountry} />}
          </Field>
        )}
        <Field
          label="VAT Number"
          aside={optional('Optional, for businesses')}
          error={errors.vatNumber?.message}
        >
          {(control) => (
            <TextInput {...control} {...fields.vatNumber} autoComplete="off" spellCheck={false} />
          )}
        </Field>
        {asksAddress && <BusinessFields fields={fields} errors={errors} />}
      </BuyerFields>
      <div className="grid gap-5 border-t border-line pt-6">
        <QuantityField
          field={fields.quantity}
          typed={quantity}
          error={errors.quantity?.message}
          quote={planQuote.quote}
          onChange={(next) => {
            form.setValue('quantity', String(next));
            quote.quantityChanged();
          }}
        />
        <CouponField
          field={fields.coupon}
          typed={coupon}
          error={errors.coupon?.message}
          quote={planQuote.quote}
          onApply={async () => {
            const result = await quote.request();
            if (result.kind === 'waiting')
              setError('country', { message: COPY.countryFirst }, { shouldFocus: true });
            return result;
          }}
          onFailed={(message) => setError('coupon', { message })}
          onRemove={() => {
            form.setValue('coupon', '');
            return quote.request();
          }}
        />
      </div>
      <div className="grid gap-5 border-t border-line pt-6">
        <TermsCheckbox field={fields.agreeTerms} error={errors.agreeTerms?.message} />
        <p role="status" className="text-sm font-semibold figures empty:hidden">
          {quote.change}
        </p>
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
