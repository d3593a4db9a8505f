// The lists of today. A row about a member leads to the part of the member's page that mends it; one without a member is mended here.
import { dateAndTime, shortDay } from '@/lib/format/dates';
import { paths } from '@/lib/paths';

import { LongList } from '../long-list';
import { Refund } from '../mend/refund';
import { RetryMail } from '../mend/retry-mail';
import { failedMailSentence } from '../sentences/mail';
import type { Today } from './api';
import { Line, Who } from './line';

const COPY = {
  stuck: (title: string, date: string | null | undefined) =>
    date ? `${title}, last watched ${shortDay(date)}` : `${title}, never watched`,
  ending: (title: string, date: string) => `${title}, ends ${dateAndTime(date)}`,
};

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
          title={<Who username={row.username} />}
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
          title={<Who username={row.username} />}
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
          title={<Who username={row.username} />}
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
        <Line
          key={at}
          to={placeOf(row, 'discord')}
          title={<Who username={row.username} />}
          detail={row.detail}
        />
      )}
    </LongList>
  );
}

export function Payments({ rows }: { rows: Today['payments'] }) {
  return (
    <LongList items={rows} label="Payments that need a hand" empty="">
      {(row) => (
        <Line
          // An order has a row for each e-invoice that waits.
          key={`${row.reference} ${row.detail}`}
          to={placeOf(row, 'orders')}
          title={<Who username={row.username} />}
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
