// The mails to a member's address, and what became of them.
import { useId } from 'react';

import { classNames } from '@/lib/class-names';
import { dateAndTime } from '@/lib/format/dates';

import { LongList } from '../long-list';
import { RetryMail } from '../mend/retry-mail';
import { codeStyle, detailStyle, rowStyle, titleStyle } from '../row';
import { mailSentence } from '../sentences/mail';
import type { Member } from './api';

const COPY = {
  label: 'Mails',
  empty: 'No mail was sent to this address.',
  written: (date: string) => `Written ${date}`,
};

function Row({ mail }: { mail: Member['mails'][number] }) {
  const nameId = useId();
  const { id, kind, state, createdAt } = mail;
  return (
    <li className={rowStyle}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <p className="break-words">
            <span
              id={nameId}
              className={classNames(titleStyle, state === 'failed' && 'text-danger')}
            >
              {mailSentence(mail)}
            </span>{' '}
            <span translate="no" className={codeStyle}>
              {kind}
            </span>
          </p>
          <p className={detailStyle}>{COPY.written(dateAndTime(createdAt))}</p>
        </div>
        <RetryMail id={id} of={nameId} offered={state !== 'sent'} />
      </div>
    </li>
  );
}

export function Mails({ mails }: { mails: Member['mails'] }) {
  return (
    <LongList items={mails} first={5} label={COPY.label} empty={COPY.empty}>
      {(mail) => <Row key={mail.id} mail={mail} />}
    </LongList>
  );
}
