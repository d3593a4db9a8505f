// A form that is checked by a schema. It reads its fields at the moment of submission: some password managers put a value into a field
// without an event, by which the form would know of it.
import { zodResolver } from '@hookform/resolvers/zod';
import type { BaseSyntheticEvent } from 'react';
import {
  useForm as useEventForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';

interface FormProps<Values extends FieldValues, Sent> {
  schema: $ZodType<Sent, Values>;
  defaultValues?: DefaultValues<Values>;
}

export interface Form<Values extends FieldValues, Sent> extends UseFormReturn<
  Values,
  unknown,
  Sent
> {
  /** Shows the server's messages at the fields of their names, and focuses the first; false when the form has none of these fields. */
  showFieldErrors: (
    messages: Readonly<Record<string, string>>,
    options?: { shouldFocus: boolean },
  ) => boolean;
}

export function useForm<Values extends FieldValues, Sent = Values>({
  schema,
  defaultValues,
}: FormProps<Values, Sent>): Form<Values, Sent> {
  const form = useEventForm<Values, unknown, Sent>({
    resolver: zodResolver<Values, unknown, Sent, $ZodType<Sent, Values>>(schema),
    defaultValues,
  });
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid);
    return (event?: BaseSyntheticEvent) => {
      const element: unknown = event?.currentTarget;
      if (element instanceof HTMLFormElement) readFields(element, form);
      return submit(event);
    };
  };
  const showFieldErrors: Form<Values, Sent>['showFieldErrors'] = (
    messages,
    { shouldFocus } = { shouldFocus: true },
  ) => {
    const names = Object.keys(form.getValues()).filter((name) => isName<Values>(name, messages));
    names.forEach((name, index) =>
      form.setError(name, { message: messages[name] }, { shouldFocus: shouldFocus && index === 0 }),
    );
    return names.length > 0;
  };
  return { ...form, handleSubmit, showFieldErrors };
}

/** Takes over what the form does not know: of its text fields, and of the lists that browsers fill in. */
function readFields<Values extends FieldValues, Sent>(
  element: HTMLFormElement,
  form: UseFormReturn<Values, unknown, Sent>,
) {
  const known: Record<string, unknown> = form.getValues();
  for (const field of element.elements) {
    const isText =
      (field instanceof HTMLSelectElement && field.hasAttribute('autocomplete')) ||
      (field instanceof HTMLInputElement && !['checkbox', 'radio'].includes(field.type));
    if (!isText) continue;
    if (isName<Values>(field.name, known) && known[field.name] !== field.value) {
      form.setValue(field.name, valueOf<Values>(field.value), { shouldDirty: true });
    }
  }
}

/** Whether one of these texts has the name of a field. */
function isName<Values extends FieldValues>(
  name: string,
  texts: Readonly<Record<string, unknown>>,
): name is Path<Values> {
  return typeof texts[name] === 'string';
}

function valueOf<Values extends FieldValues>(value: string): PathValue<Values, Path<Values>>;
function valueOf(value: string): unknown {
  return value;
}
