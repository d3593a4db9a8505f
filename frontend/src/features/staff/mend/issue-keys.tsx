// Issues purchase keys: for one member, whose address they are mailed to, or for anyone.
import * as z from 'zod/mini';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';

import { Action } from '../action/action';
import { CourseTermFields } from '../action/course-term-fields';
import { accessFields } from '../action/schemas';
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

const keysSchema = z.object({
  ...accessFields,
  count: z.string().check(z.refine((text) => Number.isInteger(Number(text)), COPY.wrongCount)),
  email: z.string().check(z.trim()),
});

/** The sentence, and the keys below it. */
function issuedKeys({ keys }: { keys: readonly string[] }, { email }: { email: string }): string {
  const count = keysOf(keys.length);
  return [email === '' ? COPY.issued(count) : COPY.mailed(count, email), ...keys].join('\n');
}

interface IssueKeysProps {
  courses: readonly { id: number; title: string }[];
  /** For this member alone: one key. */
  member?: { email: string };
}

export function IssueKeys({ courses, member }: IssueKeysProps) {
  const form = useForm({
    schema: keysSchema,
    defaultValues: { courseId: '', access: '', count: '1', email: member?.email ?? '', reason: '' },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const [course, term, count, email] = form.watch(['courseId', 'access', 'count', 'email']);
  const title = courses.find(({ id }) => String(id) === course)?.title;
  const words = wordsOf(term);

  return (
    <Action
      form={form}
      label={member ? COPY.one : COPY.many}
      offered={courses.length > 0}
      before={
        words === null || title === undefined
          ? COPY.unknown
          : COPY.before(Number(count), title, words, email.trim())
      }
      act={({ email: to, ...keys }) =>
        issueKeys({
          ...keys,
          courseId: Number(keys.courseId),
          count: Number(keys.count),
          ...(to === '' ? {} : { email: to }),
        })
      }
      after={issuedKeys}
      translate="no"
    >
      <CourseTermFields
        courses={courses}
        course={register('courseId')}
        term={register('access')}
        given={term}
        errors={errors}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {!member && (
          <Field label={COPY.count} error={errors.count?.message}>
            {(control) => (
              <TextInput
                {...control}
                {...register('count')}
                inputMode="numeric"
                autoComplete="off"
                className="figures"
              />
            )}
          </Field>
        )}
        <Field label={COPY.email} hint={COPY.emailHint} error={errors.email?.message}>
          {(control) => (
            <TextInput {...control} {...register('email')} type="email" autoComplete="off" />
          )}
        </Field>
      </div>
    </Action>
  );
}
