// What staff wrote down about a member.

import { ApiError } from '@/lib/api-client';
import { dateAndTime } from '@/lib/format/dates';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';

import { useStaffAction } from '../action/use-staff-action';
import { useDraft } from '../drafts';
import { failureOf } from '../failure';
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

function NewNote({ member }: { member: number }) {
  const [text, setText] = useDraft(`note ${member}`);
  const add = useStaffAction(
    (given: string) => addNote(member, given),
    () => setText(''),
  );
  const error = add.error instanceof ApiError ? add.error.fields.text : undefined;
  return (
    <form
      noValidate
      className="mt-4 grid max-w-prose gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(text);
      }}
    >
      <Field label={COPY.field} hint={COPY.hint} error={error}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" look="secondary" busy={add.isPending}>
          {COPY.add}
        </Button>
        <p role="status" className="text-sm font-semibold text-accent">
          {add.isSuccess && text === '' && COPY.added}
        </p>
        <p role="alert" className="text-sm text-danger">
          {add.isError && error === undefined && failureOf(add.error)}
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
