// The answer to a question, in Markdown. It is kept in this page until it is sent.
import { useEffect, useId, useRef } from 'react';
import * as z from 'zod/mini';

import { Button } from '@/ui/button';
import { useAfterClose } from '@/ui/focus';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { useForm } from '@/ui/form/use-form';

import { useOneAction } from '../action/one-action';
import { useStaffAction } from '../action/use-staff-action';
import { draftOf, keepDraft } from '../drafts';
import { showFailure } from '../failure';
import { answerQuestion, type StaffQuestion } from './api';

const COPY = {
  answer: 'Answer',
  goOn: 'Go on with the answer',
  field: 'Your answer',
  hint: 'Markdown: **bold**, *italic*, - lists, [links](https://…).',
  public: 'Show question and answer to every member of the course',
  before: {
    public:
      'The answer is mailed to the member, and question and answer are shown beside the lesson.',
    private: 'The answer is mailed to the member, who alone sees it beside the lesson.',
    stays:
      'A private question stays private: the member alone sees the answer, and gets it by mail.',
  },
  busy: 'One moment…',
  later: 'Later',
};

/** The server says which text is none. */
const answerSchema = z.object({ text: z.string(), public: z.boolean() });

interface AnswerFormProps {
  question: StaffQuestion;
  onAnswered: (question: StaffQuestion) => void;
}

export function AnswerForm({ question, onAnswered }: AnswerFormProps) {
  const id = useId();
  const [open, setOpen] = useOneAction(id);
  const draft = `answer ${question.id}`;
  const form = useForm({
    schema: answerSchema,
    defaultValues: { text: draftOf(draft), public: !question.private },
  });
  const { register, setFocus } = form;
  const { errors } = form.formState;
  const [text, isPublic] = form.watch(['text', 'public']);
  const opener = useRef<HTMLButtonElement>(null);
  const answer = useStaffAction(
    (body: z.infer<typeof answerSchema>) => answerQuestion(question.id, body),
    (answered) => {
      keepDraft(draft, '');
      form.reset({ text: '', public: !question.private });
      setOpen(false);
      onAnswered(answered);
    },
  );
  const submit = form.handleSubmit((body) =>
    answer.mutate(body, {
      onError: (error) => showFailure(form, error),
    }),
  );

  useAfterClose(open, () => opener.current?.focus());
  useEffect(() => {
    if (open) setFocus('text');
  }, [open, setFocus]);

  if (!open) {
    return (
      <Button
        ref={opener}
        size="small"
        look="secondary"
        className="mt-4"
        aria-expanded={false}
        onClick={() => setOpen(true)}
      >
        {text === '' ? COPY.answer : COPY.goOn}
      </Button>
    );
  }
  const words = isPublic ? COPY.before.public : COPY.before.private;
  return (
    <form
      noValidate
      aria-label={COPY.answer}
      className="mt-4 grid max-w-prose animate-rise gap-4 rounded-box border border-line-strong bg-surface-raised p-4 sm:p-5"
      onSubmit={submit}
    >
      <Field label={COPY.field} hint={COPY.hint} error={errors.text?.message}>
        {(control) => (
          <TextArea
            {...control}
            {...register('text', { onChange: () => keepDraft(draft, form.getValues('text')) })}
            rows={8}
          />
        )}
      </Field>
      {!question.private && (
        <Checkbox {...register('public')} label={COPY.public} error={errors.public?.message} />
      )}
      <p className="text-sm">{question.private ? COPY.before.stays : words}</p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors.root?.message}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={answer.isPending}>
          {answer.isPending ? COPY.busy : COPY.answer}
        </Button>
        <Button look="quiet" size="small" onClick={() => setOpen(false)}>
          {COPY.later}
        </Button>
      </div>
    </form>
  );
}
