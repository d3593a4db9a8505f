// Has a mail tried again at once.
import { Action } from '../action/action';
import { reasonOf } from '../action/fields';
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
    <Action
      label={COPY.label}
      of={of}
      offered={offered}
      before={COPY.before}
      act={(form) => retryMail(id, reasonOf(form))}
      after={({ queued }) => (queued ? COPY.queued : COPY.due)}
    />
  );
}
