// What members were mailed of a session: a sentence for each kind and start, and the members behind it.
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { dateAndTime } from '@/lib/format/dates';
import { clockIn, dayIn, isKnownZone, zoneCity } from '@/lib/format/dates-in-zones';
import { paths } from '@/lib/paths';
import { serverNow } from '@/lib/server-clock';

import { detailStyle, rowStyle } from '../row';
import type { LiveDetails } from './api';

type Count = LiveDetails['mails'][number];
type Member = LiveDetails['told'][number];

const members = (count: number) => (count === 1 ? '1 member' : `${count} members`);

const COPY = {
  title: 'What members were told',
  kinds: {
    live_soon: (when: string) => `That it starts on ${when}`,
    live_moved: (when: string) => `That it is moved to ${when}`,
    live_cancelled: (when: string) => `That it is not held on ${when}`,
  },
  other: (kind: string, when: string) => `${kind}, of ${when}`,
  when: (day: string, clock: string, city: string) => `${day} at ${clock} in ${city}`,
  all: (count: number) => `Mailed to ${members(count)}`,
  some: (count: number, sent: number) =>
    `For ${members(count)}: ${sent} mailed, ${count - sent} not sent yet`,
  none: (count: number) => `For ${members(count)}, not sent yet`,
  last: (at: string) => `, the last on ${at}`,
  who: 'Who',
  unsent: 'not sent yet',
  more: (count: number) => `And ${members(count)} before them.`,
};

const SENTENCES: ReadonlyMap<string, (when: string) => string> = new Map(
  Object.entries(COPY.kinds),
);

export function Told({ session }: { session: LiveDetails }) {
  const titleId = useId();
  const { mails, told, zone } = session;
  if (mails.length === 0) return null;
  return (
    <div>
      <h4 id={titleId} className="mb-2 font-sans text-sm font-semibold tracking-normal">
        {COPY.title}
      </h4>
      <ul aria-labelledby={titleId} className="border-t border-line">
        {mails.map((mail) => (
          <Row
            key={`${mail.kind} ${mail.start}`}
            mail={mail}
            told={told.filter(({ kind, start }) => kind === mail.kind && start === mail.start)}
            zone={zone}
          />
        ))}
      </ul>
    </div>
  );
}

function Row({ mail, told, zone }: { mail: Count; told: readonly Member[]; zone: string }) {
  const sentenceId = useId();
  const sentence = sentenceOf(mail, zone);
  const unnamed = mail.members - told.length;
  return (
    <li className={`${rowStyle} last:border-b-0`}>
      <p id={sentenceId} className="text-sm">
        {sentence}
      </p>
      <p className={detailStyle}>{`${leftOf(mail)}${lastOf(told)}.`}</p>
      {told.length > 0 && (
        <details className="text-sm">
          <summary
            aria-describedby={sentenceId}
            className="flex min-h-6 w-fit cursor-pointer items-center underline"
          >
            {COPY.who}
          </summary>
          <ul aria-labelledby={sentenceId} className="mt-2 max-h-80 overflow-y-auto">
            {told.map(({ memberId, username, sentAt }) => (
              <li key={memberId} className="flex flex-wrap gap-x-3">
                <Link to={paths.staffMember(memberId)} className="break-all underline">
                  {username}
                </Link>
                <span className={detailStyle}>{sentAt ? dateAndTime(sentAt) : COPY.unsent}</span>
              </li>
            ))}
          </ul>
          {unnamed > 0 && <p className={detailStyle}>{COPY.more(unnamed)}</p>}
        </details>
      )}
    </li>
  );
}

/** In the zone that the session was planned in, as its own time above. */
function sentenceOf({ kind, start }: Count, zone: string): string {
  const when = isKnownZone(zone)
    ? COPY.when(dayIn(start, zone, serverNow()), clockIn(start, zone), zoneCity(zone))
    : dateAndTime(start);
  return SENTENCES.get(kind)?.(when) ?? COPY.other(kind, when);
}

function leftOf({ members: count, sent }: Count): string {
  if (sent === count) return COPY.all(count);
  return sent === 0 ? COPY.none(count) : COPY.some(count, sent);
}

function lastOf(told: readonly Member[]): string {
  const times = told.flatMap(({ sentAt }) => sentAt ?? []).toSorted();
  const last = times.at(-1);
  return last === undefined ? '' : COPY.last(dateAndTime(last));
}
