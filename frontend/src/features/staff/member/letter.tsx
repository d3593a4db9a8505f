// The page of a member, in the order in which a letter would tell it: the courses and what was bought, beside it what is known of the person.
import { Suspense, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { lazyPart } from '@/ui/lazy-part';
import { Skeleton } from '@/ui/skeleton';

import { OneAction } from '../action/one-action';
import type { Member } from './api';
import { Courses } from './courses';
import { Devices } from './devices';
import { Discord } from './discord';
import { Keys } from './keys';
import { Notes } from './notes';
import { Orders } from './orders';
import { Section } from './section';
import { Who } from './who';

// The last of each column, with a sentence for each kind and each action that there is.
const Mails = lazyPart(async () => (await import('./mails')).Mails);
const Trail = lazyPart(async () => (await import('./trail')).Trail);

/** Two columns where there is room. */
const COLUMNS = [
  [
    { id: 'courses', title: 'Access', Part: Courses },
    {
      id: 'orders',
      title: 'Orders',
      Part: ({ member }: Given) => <Orders orders={member.orders} />,
    },
    { id: 'keys', title: 'Keys', Part: Keys },
    {
      id: 'mails',
      title: 'Mails',
      Part: ({ member }: Given) => (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Mails mails={member.mails} />
        </Suspense>
      ),
    },
  ],
  [
    { id: 'notes', title: 'Notes', Part: Notes },
    { id: 'devices', title: 'Devices', Part: Devices },
    { id: 'discord', title: 'Discord', Part: Discord },
    {
      id: 'trail',
      title: 'Trail',
      Part: ({ member }: Given) => (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Trail member={member} />
        </Suspense>
      ),
    },
  ],
] as const;

const PARTS_LABEL = 'Parts of this page';

interface Given {
  member: Member;
}

/** A link to a part leads there once the page has it. */
function useShownPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [hash]);
}

export function Letter({ member }: Given) {
  useShownPart();
  return (
    <OneAction>
      <article className="pt-8 lg:pt-12">
        <Who member={member} />
        <nav aria-label={PARTS_LABEL} className="mt-6 border-y border-line">
          <ul className="flex flex-wrap gap-x-5 py-1 text-sm">
            {COLUMNS.flat().map(({ id, title }) => (
              <li key={id}>
                <Link to={{ hash: id }} className="block py-1.5 text-ink-muted hover:text-ink">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-x-14 min-[75rem]:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          {COLUMNS.map((parts) => (
            <div key={parts[0].id} className="min-w-0">
              {parts.map(({ id, title, Part }) => (
                <Section key={id} id={id} title={title}>
                  <Part member={member} />
                </Section>
              ))}
            </div>
          ))}
        </div>
      </article>
    </OneAction>
  );
}
