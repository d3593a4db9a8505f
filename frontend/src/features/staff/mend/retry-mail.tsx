// Has a mail tried again at once.
import { ReasonAction } from '../action/reason-action';
import { retryMail } from './api';

const COPY = {
  label: 'Send again',
  before: 'Tries this mail again within a minute.',
  queued: 'It is being tried again.',
  due: 'It is due within a minute as it is, and was left alone.',
};

interface RetryMailProps {
  id: number;
  /** The id of what names the mail. */
  of: string;
  offered: boolean;
}

export function RetryMail({ id, of, offered }: RetryMailProps) {
  return (
    <ReasonAction
      label={COPY.label}
      of={of}
      offered={offered}
      before={COPY.before}
      act={(reason) => retryMail(id, reason)}
      after={({ queued }) => (queued ? COPY.queued : COPY.due)}
    />
  );
}
