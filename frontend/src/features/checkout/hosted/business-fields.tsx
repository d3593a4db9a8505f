// Company and address, which an invoice to a business has to name.
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

type Name = 'company' | 'billingAddress' | 'city' | 'zipCode';

interface BusinessFieldsProps {
  fields: Readonly<Record<Name, UseFormRegisterReturn>>;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
}

export function BusinessFields({ fields, errors }: BusinessFieldsProps) {
  return (
    <>
      <Field label="Company" error={errors.company?.message}>
        {(control) => <TextInput {...control} {...fields.company} autoComplete="organization" />}
      </Field>
      <Field
        label="Billing Address"
        className="sm:col-span-2"
        error={errors.billingAddress?.message}
      >
        {(control) => (
          <TextInput {...control} {...fields.billingAddress} autoComplete="street-address" />
        )}
      </Field>
      <Field label="City" error={errors.city?.message}>
        {(control) => <TextInput {...control} {...fields.city} autoComplete="address-level2" />}
      </Field>
      <Field label="Zip Code" error={errors.zipCode?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...fields.zipCode}
            autoComplete="postal-code"
            autoCapitalize="characters"
          />
        )}
      </Field>
    </>
  );
}
