// What was done by and for a member, the newest first.
import { dateAndTime } from '@/lib/format/dates';

import { LongList } from '../long-list';
import { detailStyle, rowStyle } from '../row';
import type { Member } from './api';

const COPY = {
  label: 'Trail',
  empty: 'Nothing stands in the trail.',
  by: { staff: 'staff', command: 'by a command', member: 'member' },
};

type Row = Member['trail'][number];

function actorOf({ actor, by }: Row): string {
  const words = Object.entries(COPY.by).find(([kind]) => kind === by)?.[1];
  return words === undefined || words === actor ? actor : `${actor} (${words})`;
}

export function Trail({ trail }: { trail: Member['trail'] }) {
  const newest = trail.map((row, at) => ({ row, at })).toReversed();
  return (
    <LongList items={newest} first={10} label={COPY.label} empty={COPY.empty}>
      {({ row, at }) => (
        <li key={at} className={rowStyle}>
          <p className="text-sm break-words">
            <span className="font-semibold">{row.action}</span>
            {row.subject && <span>{` ${row.subject}`}</span>}
          </p>
          <p className={detailStyle}>{`${dateAndTime(row.at)}, ${actorOf(row)}`}</p>
          {row.reason && <p className="text-sm break-words">{`“${row.reason}”`}</p>}
        </li>
      )}
    </LongList>
  );
}
