// A form that reads its fields at the moment of submission: some password managers put a value into a field without an event, by which
// the form would know of it.
import type { BaseSyntheticEvent } from 'react';
import {
  useForm as useEventForm,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';

export function useForm<Values extends FieldValues, Context = unknown, Sent = Values>(
  props: UseFormProps<Values, Context, Sent>,
): UseFormReturn<Values, Context, Sent> {
  const form = useEventForm<Values, Context, Sent>(props);
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid);
    return (event?: BaseSyntheticEvent) => {
      const element: unknown = event?.currentTarget;
      if (element instanceof HTMLFormElement) readFields(element, form);
      return submit(event);
    };
  };
  return { ...form, handleSubmit };
}

/** Takes over what the text fields hold and the form does not know. */
function readFields<Values extends FieldValues, Context, Sent>(
  element: HTMLFormElement,
  form: UseFormReturn<Values, Context, Sent>,
) {
  const known: Record<string, unknown> = form.getValues();
  for (const field of element.elements) {
    if (!(field instanceof HTMLInputElement) || ['checkbox', 'radio'].includes(field.type))
      continue;
    if (isName<Values>(field.name, known) && known[field.name] !== field.value) {
      form.setValue(field.name, valueOf<Values>(field.value), { shouldDirty: true });
    }
  }
}

function isName<Values extends FieldValues>(
  name: string,
  known: Record<string, unknown>,
): name is Path<Values> {
  return typeof known[name] === 'string';
}

function valueOf<Values extends FieldValues>(value: string): PathValue<Values, Path<Values>>;
function valueOf(value: string): unknown {
  return value;
}
