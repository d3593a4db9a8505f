// The purchase keys of a member.
import { shortDay } from '@/lib/format/dates';

import { LongList } from '../long-list';
import { IssueKeys } from '../mend/issue-keys';
import { detailStyle, rowStyle } from '../row';
import type { Member } from './api';

const COPY = {
  label: 'Purchase keys',
  empty: 'No purchase key.',
  issued: (date: string) => `issued ${date}`,
  used: (date: string) => `used ${date}`,
};

export function Keys({ member }: { member: Member }) {
  const titles = new Map(member.courses.map(({ courseId, title }) => [courseId, title]));
  return (
    <>
      <LongList items={member.keys} label={COPY.label} empty={COPY.empty}>
        {({ id, key, courseId, state, issuedAt, usedAt }) => (
          <li key={id} className={rowStyle}>
            <p translate="no" className="font-semibold break-all figures select-all">
              {key}
            </p>
            <p className={detailStyle}>
              {[
                titles.get(courseId),
                usedAt ? undefined : state,
                COPY.issued(shortDay(issuedAt)),
                usedAt ? COPY.used(shortDay(usedAt)) : undefined,
              ]
                .filter((part) => part !== undefined)
                .join(', ')}
            </p>
          </li>
        )}
      </LongList>
      <div className="mt-4">
        <IssueKeys
          courses={member.courses.map(({ courseId, title }) => ({ id: courseId, title }))}
          member={member}
        />
      </div>
    </>
  );
}
