// The simulated checkout of the specification: every field is validated, no request is made, nothing is stored.
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { classNames } from '@/lib/class-names';
import { useHydrated } from '@/lib/hydration/hydrated';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { RadioGroup } from '@/ui/form/radio-group';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { BuyerFields } from '../buyer-fields';
import { CHECKOUT, METHODS, NOT_PAID, PAID } from '../copy';
import { simulatedCheckoutSchema } from '../schemas';
import { TermsCheckbox } from '../terms-checkbox';
import { BillingFields } from './billing-fields';
import { CardFields } from './card-fields';
import { HiddenCardErrors } from './hidden-card-errors';
import { simulatePayment } from './simulated-payment';

const part = 'grid gap-5 border-t border-line pt-6';

export function SimulatedCheckoutForm() {
  const ready = useHydrated();
  const navigate = useNavigate();
  const payment = useRef<AbortController | null>(null);
  const form = useForm({
    schema: simulatedCheckoutSchema,
    defaultValues: { paymentMethod: 'card' },
  });
  const { register, handleSubmit, formState, reset, resetField, setValue, setFocus } = form;
  const { errors, isSubmitting } = formState;
  const paysByCard = useWatch({ control: form.control, name: 'paymentMethod' }) === 'card';

  useEffect(() => () => payment.current?.abort(), []);

  const pay = async () => {
    payment.current = new AbortController();
    const { signal } = payment.current;
    try {
      await simulatePayment(signal);
    } catch {
      if (signal.aborted) return;
      toast(NOT_PAID);
      // Card data never stays in the page, also after a failed payment.
      for (const name of ['cardNumber', 'expiryDate', 'cvv'] as const) {
        resetField(name, { defaultValue: '' });
      }
      return;
    }
    reset();
    toast(PAID);
    void navigate(paths.home());
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(pay)(event)}>
      {/* Disabled until the script can group digits, without looking disabled. */}
      <fieldset
        disabled={!ready}
        className={classNames('grid gap-8', !ready && '[&_:disabled]:opacity-100')}
      >
        <BuyerFields
          fields={{
            firstName: register('firstName'),
            lastName: register('lastName'),
            email: register('email'),
          }}
          errors={errors}
        >
          <Field
            label="Phone"
            aside={<span className="text-xs text-ink-muted">Optional</span>}
            error={errors.phone?.message}
          >
            {(control) => (
              <TextInput {...control} {...register('phone')} type="tel" autoComplete="tel" />
            )}
          </Field>
        </BuyerFields>

        <div className={part}>
          <RadioGroup
            {...register('paymentMethod')}
            legend="Payment Method"
            options={METHODS}
            error={errors.paymentMethod?.message}
          />
          {paysByCard ? (
            <CardFields form={form} />
          ) : (
            <HiddenCardErrors
              errors={errors}
              onShowCard={() => {
                setValue('paymentMethod', 'card');
                // The field is rendered in the next frame.
                requestAnimationFrame(() => setFocus('cardNumber'));
              }}
            />
          )}
        </div>

        <div className={part}>
          <BillingFields form={form} />
        </div>

        <div className={part}>
          <TermsCheckbox field={register('agreeTerms')} error={errors.agreeTerms?.message} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? CHECKOUT.busy : CHECKOUT.submit}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
