// The form of an action.
import { useEffect, useId, useRef } from 'react';

import { NetworkError } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import { failureOf, showFailure } from '../failure';
import type { ActionProps } from './action-props';
import { useStaffAction } from './use-staff-action';

const COPY = {
  reason: 'Reason',
  reasonHint: 'Stays in the trail, with your name.',
  busy: 'One moment…',
  close: 'Close',
  nothing: 'Nothing was changed.',
  unknown: 'It may have been done: look at the page before you repeat it.',
};

const FOCUSABLE = 'select, textarea, input:not([type=radio]), input[type=radio]:checked';

/** The server's sentences have no full stop. */
const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function saidOf(error: unknown): string {
  return `${ended(failureOf(error))} ${error instanceof NetworkError ? COPY.unknown : COPY.nothing}`;
}

interface ActionFormProps<Sent, Done> extends ActionProps<Sent, Done> {
  onDone: (done: Done, sent: Sent) => void;
  onClose: () => void;
}

/** Drawn after the fields above it: the first of them that is wrong gets the focus. */
function ReasonField<Sent>({ form }: Pick<ActionProps<Sent, unknown>, 'form'>) {
  return (
    <Field label={COPY.reason} hint={COPY.reasonHint} error={form.formState.errors.reason?.message}>
      {(control) => (
        <TextInput {...control} {...form.register('reason')} maxLength={500} autoComplete="off" />
      )}
    </Field>
  );
}

export function ActionForm<Sent, Done>(props: ActionFormProps<Sent, Done>) {
  const { form, label, look, before, children, act, onDone, onClose } = props;
  const action = useStaffAction(act, onDone);
  const beforeId = useId();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus(), []);

  const submit = form.handleSubmit((sent) =>
    action.mutate(sent, {
      onError: (error) => showFailure(form, error, saidOf),
    }),
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape comes from its fields and buttons
    <form
      ref={element}
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
      {children}
      <ReasonField form={form} />
      <p id={beforeId} className="text-sm">
        {before}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {form.formState.errors.root?.message}
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
          {COPY.close}
        </Button>
      </div>
    </form>
  );
}
