// The text of a session, and the form that changes it in its place.
import { useId, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { Button } from '@/ui/button';
import { useAfterClose } from '@/ui/focus';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { useForm } from '@/ui/form/use-form';
import { SafeHtml } from '@/ui/safe-html/safe-html';

import { useOneAction } from '../action/one-action';
import { useStaffAction } from '../action/use-staff-action';
import { editLive, type LiveDetails } from './api';
import { FormFrame } from './form-frame';
import { showSessionFailure } from './schemas';

const COPY = {
  add: 'Add a text',
  change: 'Change the text',
  save: 'Save the text',
  label: 'Text',
  hint: 'Markdown: **bold**, *italic*, - lists, [links](https://…). Empty takes the text away.',
  before: 'Changes the text of this date alone. No one is mailed.',
  done: 'The text is changed.',
};

const textSchema = z.object({ text: z.string() });

interface SessionTextProps {
  session: LiveDetails;
  /** Of the session's title. */
  titleId: string;
  /** Whether it can be changed now. */
  offered: boolean;
}

export function SessionText({ session, titleId, offered }: SessionTextProps) {
  const { id: number, html, text } = session;
  const id = useId();
  const [open, setOpen] = useOneAction(id);
  const [outcome, setOutcome] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  useAfterClose(open, () => opener.current?.focus());
  if (open && offered) {
    return (
      <TextForm
        number={number}
        text={text ?? ''}
        onClose={() => setOpen(false)}
        onChanged={() => {
          setOutcome(COPY.done);
          setOpen(false);
        }}
      />
    );
  }
  return (
    <div>
      {html && <SafeHtml html={html} />}
      {offered && (
        <Button
          ref={opener}
          look="quiet"
          size="small"
          className="-ml-4"
          aria-expanded={false}
          aria-describedby={titleId}
          onClick={() => {
            setOutcome('');
            setOpen(true);
          }}
        >
          {html ? COPY.change : COPY.add}
        </Button>
      )}
      <p role="status" className="mt-2 text-sm font-semibold text-accent empty:hidden">
        {outcome}
      </p>
    </div>
  );
}

interface TextFormProps {
  number: number;
  /** Markdown. */
  text: string;
  onClose: () => void;
  onChanged: () => void;
}

function TextForm({ number, text, onClose, onChanged }: TextFormProps) {
  const form = useForm({ schema: textSchema, defaultValues: { text } });
  const { errors } = form.formState;
  const change = useStaffAction(
    (values: z.infer<typeof textSchema>) => editLive(number, values),
    onChanged,
  );
  const submit = form.handleSubmit((values) =>
    change.mutate(values, { onError: (error) => showSessionFailure(form, error) }),
  );
  return (
    <FormFrame
      label={COPY.save}
      before={COPY.before}
      error={errors.root?.message}
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={COPY.label} hint={COPY.hint} error={errors.text?.message}>
        {(control) => (
          <TextArea {...control} {...form.register('text')} rows={8} maxLength={5000} />
        )}
      </Field>
    </FormFrame>
  );
}
