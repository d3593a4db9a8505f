// Issues purchase keys: for one member, whose address they are mailed to, or for anyone.
import { useState } from 'react';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import { Action } from '../action/action';
import { CourseTermFields } from '../action/course-term-fields';
import { checkAll, courseOf, FieldProblems, reasonOf, termOf, textOf } from '../action/fields';
import { termWords } from '../action/term';
import { issueKeys } from './api';

const COPY = {
  one: 'Issue a key',
  many: 'Issue keys',
  count: 'How many',
  wrongCount: 'Issue between 1 and 1000 keys',
  email: 'Mail to',
  emailHint: 'Optional. The keys are shown here too.',
  before: (count: number, title: string, words: string, email: string) => {
    const [keys, them] = [keysOf(count), count === 1 ? 'it' : 'them'];
    return email === ''
      ? `Issues ${keys} for ${title}, ${words}, and shows ${them} here.`
      : `Issues ${keys} for ${title}, ${words}, and mails ${them} to ${email}.`;
  },
  unknown: 'Each key opens the chosen course once, for so long from its use.',
  mailed: (keys: string, email: string) => `${keys} issued and mailed to ${email}:`,
  issued: (keys: string) => `${keys} issued:`,
};

const keysOf = (count: number) => (count === 1 ? '1 key' : `${count} keys`);

const wordsOf = (term: string) => {
  const words = termWords(term);
  return words === null || words === 'without end' ? words : `for ${words}`;
};

function countOf(form: FormData): number {
  if (!form.has('count')) return 1;
  const count = Number(textOf(form, 'count'));
  if (!Number.isInteger(count)) throw new FieldProblems({ count: COPY.wrongCount });
  return count;
}

/** The sentence, and the keys below it. */
function issuedKeys({ keys, to }: { keys: readonly string[]; to: string }): string {
  const count = keysOf(keys.length);
  return [to === '' ? COPY.issued(count) : COPY.mailed(count, to), ...keys].join('\n');
}

interface IssueKeysProps {
  courses: readonly { id: number; title: string }[];
  /** For this member alone: one key. */
  member?: { email: string };
}

export function IssueKeys({ courses, member }: IssueKeysProps) {
  const [course, setCourse] = useState('');
  const [term, setTerm] = useState('');
  const [count, setCount] = useState('1');
  const [email, setEmail] = useState(member?.email ?? '');
  const title = courses.find(({ id }) => String(id) === course)?.title;
  const words = wordsOf(term);
  const number = Number(count);

  return (
    <Action
      label={member ? COPY.one : COPY.many}
      offered={courses.length > 0}
      before={
        words === null || title === undefined
          ? COPY.unknown
          : COPY.before(number, title, words, email.trim())
      }
      act={async (form) => {
        const to = textOf(form, 'email');
        checkAll(form, courseOf, termOf, countOf, reasonOf);
        const { keys } = await issueKeys({
          courseId: courseOf(form),
          count: countOf(form),
          access: termOf(form),
          reason: reasonOf(form),
          ...(to === '' ? {} : { email: to }),
        });
        return { keys, to };
      }}
      after={issuedKeys}
      translate="no"
    >
      {(errors) => (
        <>
          <CourseTermFields
            courses={courses}
            course={course}
            onCourse={setCourse}
            term={term}
            onTerm={setTerm}
            errors={errors}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {!member && (
              <Field label={COPY.count} error={errors.count}>
                {(control) => (
                  <TextInput
                    {...control}
                    name="count"
                    inputMode="numeric"
                    autoComplete="off"
                    className="figures"
                    value={count}
                    onChange={(event) => setCount(event.currentTarget.value)}
                  />
                )}
              </Field>
            )}
            <Field label={COPY.email} hint={COPY.emailHint} error={errors.email}>
              {(control) => (
                <TextInput
                  {...control}
                  type="email"
                  name="email"
                  autoComplete="off"
                  value={email}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </Action>
  );
}
