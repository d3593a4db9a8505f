// The lists of today. A row about a member leads to the part of the member's page that mends it; one without a member is mended here.
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { dateAndTime, shortDay } from '@/lib/format/dates';
import { paths } from '@/lib/paths';
import type { Elements } from '@/ui/elements';

import { LongList } from '../long-list';
import { Refund } from '../mend/refund';
import { RetryMail } from '../mend/retry-mail';
import { detailStyle } from '../row';
import { failedMailSentence } from '../sentences/mail';
import { UserName } from '../user-name';
import type { Today } from './api';

const COPY = {
  noMember: 'Without an account',
  stuck: (title: string, date: string | null | undefined) =>
    date ? `${title}, last watched ${shortDay(date)}` : `${title}, never watched`,
  ending: (title: string, date: string) => `${title}, ends ${dateAndTime(date)}`,
  asked: (lesson: string, date: string) => `${lesson}, asked ${dateAndTime(date)}`,
};

interface LineProps {
  /** Where it is mended; null: here. */
  to: string | null;
  username: string | null | undefined;
  detail: string;
  children?: (titleId: string) => Elements;
}

function Line({ to, username, detail, children }: LineProps) {
  const titleId = useId();
  const content = (
    <>
      <span id={titleId} className="block font-semibold break-words">
        {username ? <UserName name={username} /> : <span>{COPY.noMember}</span>}
      </span>
      <span className={`block ${detailStyle}`}>{detail}</span>
    </>
  );
  return (
    <li className="border-b border-line">
      {to === null ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">{content}</div>
          {children?.(titleId)}
        </div>
      ) : (
        <Link to={to} className="-mx-2 block px-2 py-3 hover:bg-surface-sunken">
          {content}
        </Link>
      )}
    </li>
  );
}

interface WithMember {
  memberId?: number | null;
}

function placeOf({ memberId }: WithMember, part: string): string | null {
  return memberId === null || memberId === undefined ? null : paths.staffMember(memberId, part);
}

export function Stuck({ rows }: { rows: Today['stuck'] }) {
  return (
    <LongList items={rows} label="Stuck for 14 days" empty="">
      {(row) => (
        <Line
          key={`${row.memberId} ${row.courseId}`}
          to={paths.staffMember(row.memberId, 'courses')}
          username={row.username}
          detail={COPY.stuck(row.title, row.lastWatched)}
        />
      )}
    </LongList>
  );
}

export function Ending({ rows }: { rows: Today['ending'] }) {
  return (
    <LongList items={rows} label="Access that ends within 14 days" empty="">
      {(row) => (
        <Line
          key={`${row.memberId} ${row.courseId}`}
          to={paths.staffMember(row.memberId, 'courses')}
          username={row.username}
          detail={COPY.ending(row.title, row.expiresAt)}
        />
      )}
    </LongList>
  );
}

export function FailedMails({ rows }: { rows: Today['failedMails'] }) {
  return (
    <LongList items={rows} label="Mails that failed" empty="">
      {(row) => (
        <Line
          key={row.mailId}
          to={placeOf(row, 'mails')}
          username={row.username}
          detail={failedMailSentence(row.detail)}
        >
          {(titleId) => <RetryMail id={row.mailId} of={titleId} offered />}
        </Line>
      )}
    </LongList>
  );
}

export function Discord({ rows }: { rows: Today['discord'] }) {
  const numbered = rows.map((row, at) => ({ row, at }));
  return (
    <LongList items={numbered} label="Discord out of step" empty="">
      {({ row, at }) => (
        <Line key={at} to={placeOf(row, 'discord')} username={row.username} detail={row.detail} />
      )}
    </LongList>
  );
}

export function Payments({ rows }: { rows: Today['payments'] }) {
  return (
    <LongList items={rows} label="Payments that need a hand" empty="">
      {(row) => (
        <Line
          key={row.reference}
          to={placeOf(row, 'orders')}
          username={row.username}
          detail={`${row.detail}, ${row.reference}`}
        >
          {(titleId) => (
            <Refund reference={row.reference} of={titleId} offered refunded={row.refunded} />
          )}
        </Line>
      )}
    </LongList>
  );
}

export function Questions({ rows }: { rows: Today['questions'] }) {
  return (
    <LongList items={rows} label="Questions" empty="">
      {(row) => (
        <Line
          key={row.id}
          to={paths.staffQuestion(row.id)}
          username={row.username}
          detail={COPY.asked(row.lessonTitle, row.askedAt)}
        />
      )}
    </LongList>
  );
}
