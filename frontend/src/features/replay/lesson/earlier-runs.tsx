// The member's own runs of this lesson that have ended, the newest first. Nothing is compared with other members.
import { Link } from 'react-router-dom';

import { dateAndTime } from '@/lib/format/dates';
import { Button } from '@/ui/button';

import { VERDICTS } from '../review/rule-text';
import type { RunSummary } from '../shapes';

const COPY = { title: 'Your runs', show: 'Show the review', more: 'Show earlier runs' };

interface EarlierRunsProps {
  runs: readonly RunSummary[];
  addressOf: (run: number) => string;
  /** Loads the runs before these; false where there are none. */
  more: false | { busy: boolean; load: () => void };
}

export function EarlierRuns({ runs, addressOf, more }: EarlierRunsProps) {
  const disclaimer = runs.find(({ result }) => result)?.result?.disclaimer;
  return (
    <section aria-label={COPY.title} className="mt-8 max-w-prose">
      <h3 className="text-lg font-semibold">{COPY.title}</h3>
      <ul className="mt-2 border-t border-line">
        {runs.map(({ id, startedAt, verdict }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2 text-sm figures"
          >
            <span>
              <span className="font-semibold">{verdict && VERDICTS[verdict]}</span>
              <span className="block text-ink-muted">{dateAndTime(startedAt)}</span>
            </span>
            <Link
              to={addressOf(id)}
              className="flex min-h-10 items-center font-semibold underline"
              aria-label={`${COPY.show} ${dateAndTime(startedAt)}`}
            >
              {COPY.show}
            </Link>
          </li>
        ))}
      </ul>
      {more && (
        <Button className="mt-4" look="secondary" busy={more.busy} onClick={more.load}>
          {COPY.more}
        </Button>
      )}
      {disclaimer !== undefined && <p className="mt-4 text-ink-muted">{disclaimer}</p>}
    </section>
  );
}
