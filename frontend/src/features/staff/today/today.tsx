// What is to do today. Each row leads to where it is mended; without any the page says so.
import { Suspense, useState } from 'react';

import type { Elements } from '@/ui/elements';
import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

import { NOTHING_SAID, Outcome } from '../outcome';
import type { Today as Answered } from './api';
import { Discord, Ending, FailedMails, Payments, Stuck } from './lists';
import { Questions } from './questions';

/** On most days there is none. */
const Reports = lazyPart(async () => (await import('./reports')).Reports);

const COPY = {
  empty: 'Nothing waits for you.',
  emptyText:
    'No question is open or reported, no mail has failed, Discord is in step, no payment needs a hand, no access ends within 14 days, and no member is stuck.',
  rest: (names: string) => `Nothing else waits: ${names}.`,
};

interface List {
  /** For the sentence about the lists without rows. */
  none: string;
  title: string;
  rows: number;
  list: Elements;
}

function listsOf(today: Answered, say: (text: string) => void): List[] {
  const { questions, reports, payments, failedMails, discord, ending, stuck } = today;
  return [
    {
      title: 'Questions',
      none: 'no question is open',
      rows: questions.length,
      list: <Questions rows={questions} />,
    },
    {
      title: 'Reported questions',
      none: 'no question is reported',
      rows: reports.length,
      list: (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <Reports rows={reports} onDone={say} />
        </Suspense>
      ),
    },
    {
      title: 'Payments that need a hand',
      none: 'no payment needs a hand',
      rows: payments.length,
      list: <Payments rows={payments} />,
    },
    {
      title: 'Mails that failed',
      none: 'no mail has failed',
      rows: failedMails.length,
      list: <FailedMails rows={failedMails} />,
    },
    {
      title: 'Discord out of step',
      none: 'Discord is in step',
      rows: discord.length,
      list: <Discord rows={discord} />,
    },
    {
      title: 'Access that ends within 14 days',
      none: 'no access ends soon',
      rows: ending.length,
      list: <Ending rows={ending} />,
    },
    {
      title: 'Stuck for 14 days',
      none: 'no member is stuck',
      rows: stuck.length,
      list: <Stuck rows={stuck} />,
    },
  ];
}

/** Of each list, as the server answers it. */
const MOST = 100;

export function Today({ today }: { today: Answered }) {
  const [said, setSaid] = useState(NOTHING_SAID);
  const lists = listsOf(today, (text) => setSaid({ text }));
  const waiting = lists.filter(({ rows }) => rows > 0);
  const rest = lists.filter(({ rows }) => rows === 0);
  return (
    <>
      <Outcome said={said} />
      {waiting.length === 0 ? (
        <div className="mt-6 rounded-box border border-line bg-surface-raised p-6">
          <p className="display text-xl">{COPY.empty}</p>
          <p className="mt-2 max-w-prose text-sm text-ink-muted">{COPY.emptyText}</p>
        </div>
      ) : (
        <Lists waiting={waiting} rest={rest} />
      )}
    </>
  );
}

function Lists({ waiting, rest }: { waiting: readonly List[]; rest: readonly List[] }) {
  return (
    <>
      {waiting.map(({ title, rows, list }) => (
        <section key={title} aria-label={title} className="mt-8">
          <h2 className="mb-3 flex items-baseline gap-3 text-lg">
            <span>{title}</span>
            <span className="text-sm font-normal text-ink-muted figures">
              {rows >= MOST ? `${MOST} and more` : rows}
            </span>
          </h2>
          {list}
        </section>
      ))}
      {rest.length > 0 && (
        <p className="mt-8 text-sm text-ink-muted">
          {COPY.rest(rest.map(({ none }) => none).join(', '))}
        </p>
      )}
    </>
  );
}
