// The answer to a question, in Markdown. It is kept in this page until it is sent.
import { useEffect, useId, useRef, useState } from 'react';

import { ApiError } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';

import { useOneAction } from '../action/one-action';
import { useStaffAction } from '../action/use-staff-action';
import { useDraft } from '../drafts';
import { failureOf } from '../failure';
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

interface AnswerFormProps {
  question: StaffQuestion;
  onAnswered: (question: StaffQuestion) => void;
}

export function AnswerForm({ question, onAnswered }: AnswerFormProps) {
  const id = useId();
  const [open, setOpen] = useOneAction(id);
  const [text, setText] = useDraft(`answer ${question.id}`);
  const [isPublic, setPublic] = useState(!question.private);
  const area = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const answer = useStaffAction(
    () => answerQuestion(question.id, { text, public: isPublic }),
    (answered) => {
      setText('');
      setOpen(false);
      onAnswered(answered);
    },
  );
  const errors = answer.error instanceof ApiError ? answer.error.fields : {};

  useEffect(() => {
    if (open) area.current?.focus();
    else if (wasOpen.current && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);

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
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate(undefined);
      }}
    >
      <Field label={COPY.field} hint={COPY.hint} error={errors.text}>
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            rows={8}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      {!question.private && (
        <Checkbox
          label={COPY.public}
          checked={isPublic}
          error={errors.public}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
      )}
      <p className="text-sm">{question.private ? COPY.before.stays : words}</p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {answer.isError && Object.keys(errors).length === 0 && failureOf(answer.error)}
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
