// What was done by and for a member, the newest first: a sentence, and behind it the code of the trail.
import { dateAndTime } from '@/lib/format/dates';

import { LongList } from '../long-list';
import { codeStyle, detailStyle, rowStyle, titleStyle } from '../row';
import { sentenceOf } from '../sentences/trail';
import type { Member } from './api';

const COPY = {
  label: 'Trail',
  empty: 'Nothing stands in the trail.',
  by: { staff: 'staff', command: 'by a command', member: 'member' },
  actors: {
    provider: 'the payment provider',
    system: 'the program itself',
    visitor: 'a buyer without an account',
  },
};

type Row = Member['trail'][number];

const wordsFor = (words: Readonly<Record<string, string>>, by: string) =>
  Object.entries(words).find(([kind]) => kind === by)?.[1];

function actorOf({ actor, by }: Row): string {
  const named = wordsFor(COPY.actors, by);
  if (named !== undefined) return named;
  const words = wordsFor(COPY.by, by);
  return words === undefined || words === actor ? actor : `${actor} (${words})`;
}

export function Trail({ member }: { member: Member }) {
  const newest = member.trail.map((row, at) => ({ row, at })).toReversed();
  return (
    <LongList items={newest} first={10} label={COPY.label} empty={COPY.empty}>
      {({ row, at }) => {
        const sentence = sentenceOf(row, member);
        return (
          <li key={at} className={rowStyle}>
            <p className="break-words">
              {sentence !== null && <span className={titleStyle}>{sentence}</span>}{' '}
              <span translate="no" className={codeStyle}>
                {[row.action, row.subject].filter(Boolean).join(' ')}
              </span>
            </p>
            <p className={detailStyle}>{`${dateAndTime(row.at)}, ${actorOf(row)}`}</p>
            {row.reason && <p className="text-sm break-words">{`“${row.reason}”`}</p>}
          </li>
        );
      }}
    </LongList>
  );
}
