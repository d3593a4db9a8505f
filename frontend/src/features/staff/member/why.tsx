// Why each course is open or not, in the server's sentences.
import { classNames } from '@/lib/class-names';

import { LongList } from '../long-list';
import { withOwnTimes } from '../sentences/times';
import type { MemberCourse } from './api';

const COPY = { label: 'Why', empty: 'There is no course yet.' };

export function Why({ courses }: { courses: readonly MemberCourse[] }) {
  return (
    <LongList items={courses} first={6} label={COPY.label} empty={COPY.empty}>
      {({ courseId, title, open, why }) => (
        <li key={courseId} className="border-b border-line py-3">
          <p className="text-sm break-words text-ink-muted">{title}</p>
          <p
            className={classNames(
              'text-lg break-words figures',
              open ? 'font-semibold' : 'text-ink-muted',
            )}
          >
            {withOwnTimes(why)}
          </p>
        </li>
      )}
    </LongList>
  );
}
