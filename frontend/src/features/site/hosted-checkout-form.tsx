// The checkout when the server takes real payments: a name and an address here, the money on the
// provider's own page. No card field exists.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';

import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextInput } from '@/ui/text-input';
import { toast } from '@/ui/toast';

import { BuyerFields } from './buyer-fields';
import { CHECKOUT, NOT_PAID } from './checkout-copy';
import { leaveFor } from './leave-for';
import { hostedCheckoutSchema, type HostedCheckoutForm as Fields } from './schemas';
import { messagesFor } from './server-messages';
import { TermsCheckbox } from './terms-checkbox';

const NAMES = ['firstName', 'lastName', 'email', 'coupon'] as const;

interface HostedCheckoutFormProps {
  /** The plan's key, as the server knows it. */
  plan: string;
}

export function HostedCheckoutForm({ plan }: HostedCheckoutFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<Fields>({
    resolver: zodResolver(hostedCheckoutSchema),
  });
  const { errors, isSubmitting } = formState;

  const onSubmit = handleSubmit(async ({ firstName, lastName, email, coupon }) => {
    const { ApiError, openPayment } = await import('./api');
    try {
      const order = { plan, firstName, lastName, email };
      leaveFor(await openPayment(coupon === '' ? order : { ...order, coupon }));
    } catch (error) {
      const own = messagesFor(NAMES, error instanceof ApiError ? error.fields : {});
      for (const [name, message] of own) setError(name, { message }, { shouldFocus: true });
      if (own.length === 0) toast(NOT_PAID);
    }
  });

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
          label="Coupon"
          aside={<span className="text-xs text-ink-muted">Optional</span>}
          error={errors.coupon?.message}
        >
          {(control) => (
            <TextInput {...control} {...register('coupon')} autoComplete="off" spellCheck={false} />
          )}
        </Field>
      </BuyerFields>
      <div className="grid gap-5 border-t border-line pt-6">
        <TermsCheckbox field={register('agreeTerms')} error={errors.agreeTerms?.message} />
        <Button type="submit" busy={isSubmitting} className="w-full">
          {isSubmitting ? CHECKOUT.busy : CHECKOUT.hostedSubmit}
        </Button>
      </div>
    </form>
  );
}
