// The checkout as specified: every field checked, two seconds, no request, nothing kept.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { classNames } from '@/lib/class-names';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { RadioGroup } from '@/ui/radio-group';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';

import { BillingFields } from './billing-fields';
import { BuyerFields } from './buyer-fields';
import { CardFields } from './card-fields';
import { CHECKOUT, METHODS, NOT_PAID, PAID } from './checkout-copy';
import { HiddenCardErrors } from './hidden-card-errors';
import { useHydrated } from '@/lib/hydrated';
import { checkoutSchema, type CheckoutForm as Fields } from './schemas';
import { simulatePayment } from './simulated-payment';
import { TermsCheckbox } from './terms-checkbox';

const part = 'grid gap-5 border-t border-line pt-6';

export function CheckoutForm() {
  const ready = useHydrated();
  const navigate = useNavigate();
  const leaving = useRef<AbortController | null>(null);
  const form = useForm<Fields>({
    resolver: zodResolver(checkoutSchema),
    defaultValues: { paymentMethod: 'card' },
  });
  const { register, handleSubmit, formState, reset, resetField, setValue, setFocus } = form;
  const { errors, isSubmitting } = formState;
  const paysByCard = useWatch({ control: form.control, name: 'paymentMethod' }) === 'card';

  useEffect(() => () => leaving.current?.abort(), []);

  const pay = async () => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    try {
      await simulatePayment(signal);
    } catch {
      if (signal.aborted) return;
      toast(NOT_PAID);
      // Of a card nothing stays in the page, whatever became of the payment.
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
      {/* Nothing is typed before it can be grouped; it looks the same all the while. */}
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
                // The field is there after the next render.
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
