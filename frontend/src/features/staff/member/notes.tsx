// What staff wrote down about a member.
import * as z from 'zod/mini';

import { dateAndTime } from '@/lib/format/dates';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { useForm } from '@/ui/form/use-form';

import { useStaffAction } from '../action/use-staff-action';
import { draftOf, keepDraft } from '../drafts';
import { showFailure } from '../failure';
import { LongList } from '../long-list';
import { detailStyle, rowStyle } from '../row';
import { addNote, type Member } from './api';

const COPY = {
  label: 'Notes',
  empty: 'No note yet.',
  field: 'Note',
  hint: 'Staff alone read it.',
  add: 'Add a note',
  added: 'The note was added.',
  by: (name: string, date: string) => `${name}, ${date}`,
};

/** As the server says it (domain/staff/src/note.rs). */
const noteSchema = z.object({
  text: z.string().check(z.trim(), z.minLength(1, 'Note is required')),
});

function NewNote({ member }: { member: number }) {
  const draft = `note ${member}`;
  const form = useForm({ schema: noteSchema, defaultValues: { text: draftOf(draft) } });
  const { errors, isDirty } = form.formState;
  const add = useStaffAction(
    (text: string) => addNote(member, text),
    () => {
      keepDraft(draft, '');
      form.reset({ text: '' });
    },
  );
  const submit = form.handleSubmit(({ text }) =>
    add.mutate(text, {
      onError: (error) => showFailure(form, error),
    }),
  );
  return (
    <form noValidate className="mt-4 grid max-w-prose gap-3" onSubmit={submit}>
      <Field label={COPY.field} hint={COPY.hint} error={errors.text?.message}>
        {(control) => (
          <TextArea
            {...control}
            {...form.register('text', {
              onChange: () => keepDraft(draft, form.getValues('text')),
            })}
            rows={3}
            maxLength={2000}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" look="secondary" busy={add.isPending}>
          {COPY.add}
        </Button>
        <p role="status" className="text-sm font-semibold text-accent">
          {add.isSuccess && !isDirty && COPY.added}
        </p>
        <p role="alert" className="text-sm text-danger">
          {errors.root?.message}
        </p>
      </div>
    </form>
  );
}

export function Notes({ member }: { member: Member }) {
  return (
    <>
      <LongList items={member.notes} label={COPY.label} empty={COPY.empty}>
        {({ id, text, by, at }) => (
          <li key={id} className={rowStyle}>
            <p className="break-words whitespace-pre-line">{text}</p>
            <p className={detailStyle}>{COPY.by(by, dateAndTime(at))}</p>
          </li>
        )}
      </LongList>
      <NewNote member={member.id} />
    </>
  );
}
