// The mails to a member's address, and what became of them.
import { useId } from 'react';

import { classNames } from '@/lib/class-names';
import { dateAndTime } from '@/lib/format/dates';

import { LongList } from '../long-list';
import { RetryMail } from '../mend/retry-mail';
import { detailStyle, rowStyle, titleStyle } from '../row';
import type { Member } from './api';

const COPY = { label: 'Mails', empty: 'No mail was sent to this address.' };

/** `password_reset` as "Password reset". */
function nameOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');
}

function Row({ mail }: { mail: Member['mails'][number] }) {
  const nameId = useId();
  const { id, kind, state, createdAt, detail } = mail;
  return (
    <li className={rowStyle}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p id={nameId} className={titleStyle}>
            {nameOf(kind)}
          </p>
          <p className={classNames(detailStyle, state === 'failed' && 'font-semibold text-danger')}>
            {`${state}, ${dateAndTime(createdAt)}`}
          </p>
          {detail && state !== 'sent' && <p className={detailStyle}>{detail}</p>}
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
