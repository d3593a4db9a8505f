// Name and e-mail address of the buyer, in both checkout forms.
import type { UseFormRegisterReturn } from 'react-hook-form';

import type { Elements } from '@/ui/elements';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

type Name = 'firstName' | 'lastName' | 'email';

interface BuyerFieldsProps {
  fields: Readonly<Record<Name, UseFormRegisterReturn>>;
  errors: Partial<Record<Name, { message?: string | undefined }>>;
  children: Elements;
}

export function BuyerFields({ fields, errors, children }: BuyerFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="First Name" error={errors.firstName?.message}>
        {(control) => <TextInput {...control} {...fields.firstName} autoComplete="given-name" />}
      </Field>
      <Field label="Last Name" error={errors.lastName?.message}>
        {(control) => <TextInput {...control} {...fields.lastName} autoComplete="family-name" />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...fields.email} type="email" autoComplete="email" />
        )}
      </Field>
      {children}
    </div>
  );
}
