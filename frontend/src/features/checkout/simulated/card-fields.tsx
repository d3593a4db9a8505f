// Card number, expiry date and CVV. Digits are grouped while they are typed; the caret keeps its place.
import type { ChangeEvent, FocusEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import type { SimulatedCheckoutFields } from '../schemas';
import { formatCardNumber, formatExpiry, type Formatted, type Typing } from './card-input';

interface CardFieldsProps {
  form: UseFormReturn<SimulatedCheckoutFields>;
}

export function CardFields({ form }: CardFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;

  const formatted = (name: 'cardNumber' | 'expiryDate', format: (typing: Typing) => Formatted) => {
    const field = register(name);
    // The last formatted value: the field before this change.
    const previous = () => form.getValues(name) ?? '';
    return {
      ...field,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const input = event.target;
        const kind = 'inputType' in event.nativeEvent ? event.nativeEvent.inputType : '';
        const next = format({
          raw: input.value,
          caret: input.selectionStart ?? input.value.length,
          previous: previous(),
          forwardDelete: kind === 'deleteContentForward',
        });
        input.value = next.value;
        input.setSelectionRange(next.caret, next.caret);
        return field.onChange(event);
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => field.onBlur(event),
    };
  };

  return (
    <div className="grid gap-5 figures sm:grid-cols-[1fr_8rem_7rem]">
      <Field
        label="Card Number"
        error={errors.cardNumber?.message}
        className="col-span-2 sm:col-span-1"
      >
        {(control) => (
          <TextInput
            {...control}
            {...formatted('cardNumber', formatCardNumber)}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 5678 9012 3456"
          />
        )}
      </Field>
      <Field label="Expiry Date" error={errors.expiryDate?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...formatted('expiryDate', formatExpiry)}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM/YY"
          />
        )}
      </Field>
      <Field label="CVV" error={errors.cvv?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('cvv')}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            placeholder="123"
          />
        )}
      </Field>
    </div>
  );
}
