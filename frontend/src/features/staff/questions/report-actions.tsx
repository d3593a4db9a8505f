// Hides a question from the members, or decides that a reported one stays. The caller says what was done: the question may leave its list.
import type { ButtonLook } from '@/ui/button-style';

import { ReasonAction } from '../action/reason-action';
import { hideQuestion, keepQuestion } from './api';

const COPY = {
  hide: {
    label: 'Hide',
    before: (by: string | undefined) =>
      `Of the members, only ${by ?? 'the one who asked'} still sees the question and its answer, and is mailed this reason.`,
    after: 'The question is hidden, and the member who asked it is mailed the reason.',
  },
  keep: {
    label: 'Keep',
    before: 'The question stays as it is, and its reports leave this list. No one is mailed.',
    after: 'The question stays.',
  },
};

interface ReportActionProps {
  id: number;
  /** The id of the question's text. */
  of: string;
  onDone: (said: string) => void;
}

/** What is done is said by the caller. */
const unsaid = () => '';

interface HideQuestionProps extends ReportActionProps {
  by?: string;
  /** A list of questions without reports has no red button in each row. */
  look?: ButtonLook;
}

export function HideQuestion({ id, of, by, look = 'danger', onDone }: HideQuestionProps) {
  return (
    <ReasonAction
      label={COPY.hide.label}
      look={look}
      of={of}
      before={COPY.hide.before(by)}
      act={async (reason) => {
        await hideQuestion(id, reason);
        onDone(COPY.hide.after);
      }}
      after={unsaid}
    />
  );
}

export function KeepQuestion({ id, of, onDone }: ReportActionProps) {
  return (
    <ReasonAction
      label={COPY.keep.label}
      of={of}
      before={COPY.keep.before}
      act={async (reason) => {
        await keepQuestion(id, reason);
        onDone(COPY.keep.after);
      }}
      after={unsaid}
    />
  );
}
