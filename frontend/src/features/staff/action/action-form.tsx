// The form of an action.
import { useEffect, useId, useRef, type SyntheticEvent } from 'react';

import { ApiError, NetworkError } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import { failureOf } from '../failure';
import type { ActionProps } from './action-props';
import { FieldProblems, type FieldErrors } from './fields';
import { useStaffAction } from './use-staff-action';

const COPY = {
  reason: 'Reason',
  reasonHint: 'Stays in the trail, with your name.',
  busy: 'One moment…',
  cancel: 'Cancel',
  nothing: 'Nothing was changed.',
  unknown: 'It may have been done: look at the page before you repeat it.',
};

const FOCUSABLE = 'select, textarea, input:not([type=radio]), input[type=radio]:checked';

function fieldsOf(error: unknown): FieldErrors {
  return error instanceof FieldProblems || error instanceof ApiError ? error.fields : {};
}

/** The server's sentences have no full stop. */
const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function saidOf(error: unknown): string {
  return `${ended(failureOf(error))} ${error instanceof NetworkError ? COPY.unknown : COPY.nothing}`;
}

interface ActionFormProps<Done> extends ActionProps<Done> {
  onDone: (done: Done) => void;
  onClose: () => void;
}

export function ActionForm<Done>(props: ActionFormProps<Done>) {
  const { label, look, before, children, act, onDone, onClose } = props;
  const action = useStaffAction(act, onDone);
  const beforeId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { error } = action;
  const errors = fieldsOf(error);
  const hasFields = Object.keys(errors).length > 0;

  useEffect(() => form.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus(), []);
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    action.mutate(new FormData(event.currentTarget));
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from its fields and buttons
    <form
      ref={form}
      noValidate
      aria-label={label}
      aria-describedby={beforeId}
      className="grid max-w-prose animate-rise gap-4 rounded-box border border-line-strong bg-surface-raised p-4 sm:p-5"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || action.isPending) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children?.(errors)}
      <Field label={COPY.reason} hint={COPY.reasonHint} error={errors.reason}>
        {(control) => <TextInput {...control} name="reason" maxLength={500} autoComplete="off" />}
      </Field>
      <p id={beforeId} className="text-sm">
        {before}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error !== null && !hasFields && saidOf(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="small"
          look={look === 'danger' ? 'danger' : 'primary'}
          busy={action.isPending}
        >
          {action.isPending ? COPY.busy : label}
        </Button>
        <Button look="quiet" size="small" aria-disabled={action.isPending} onClick={onClose}>
          {COPY.cancel}
        </Button>
      </div>
    </form>
  );
}
