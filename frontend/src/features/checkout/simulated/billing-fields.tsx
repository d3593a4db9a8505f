// The billing address.
import type { UseFormReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import type { SimulatedCheckoutFields } from '../schemas';

export function BillingFields({ form }: { form: UseFormReturn<SimulatedCheckoutFields> }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Billing Address"
        error={errors.billingAddress?.message}
        className="sm:col-span-2"
      >
        {(control) => (
          <TextInput {...control} {...register('billingAddress')} autoComplete="street-address" />
        )}
      </Field>
      <Field label="City" error={errors.city?.message}>
        {(control) => (
          <TextInput {...control} {...register('city')} autoComplete="address-level2" />
        )}
      </Field>
      <Field label="Zip Code" error={errors.zipCode?.message}>
        {(control) => (
          <TextInput {...control} {...register('zipCode')} autoComplete="postal-code" />
        )}
      </Field>
      <Field label="Country" error={errors.country?.message} className="sm:col-span-2">
        {(control) => (
          <TextInput {...control} {...register('country')} autoComplete="country-name" />
        )}
      </Field>
    </div>
  );
}
