// The page of a member, in the order in which a letter would tell it.
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { OneAction } from '../action/one-action';
import { Access } from './access';
import type { Member } from './api';
import { Devices } from './devices';
import { Discord } from './discord';
import { Keys } from './keys';
import { Mails } from './mails';
import { Notes } from './notes';
import { Orders } from './orders';
import { Progress } from './progress';
import { Section } from './section';
import { Trail } from './trail';
import { Who } from './who';
import { Why } from './why';

const PARTS = [
  {
    id: 'why',
    title: 'What is open, and why',
    Part: ({ member }: Given) => <Why courses={member.courses} />,
  },
  { id: 'access', title: 'Access', Part: Access },
  { id: 'keys', title: 'Keys', Part: Keys },
  { id: 'orders', title: 'Orders', Part: ({ member }: Given) => <Orders orders={member.orders} /> },
  { id: 'mails', title: 'Mails', Part: ({ member }: Given) => <Mails mails={member.mails} /> },
  { id: 'devices', title: 'Devices', Part: Devices },
  { id: 'discord', title: 'Discord', Part: Discord },
  { id: 'progress', title: 'Progress', Part: Progress },
  { id: 'notes', title: 'Notes', Part: Notes },
  { id: 'trail', title: 'Trail', Part: Trail },
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
      <div className="grid gap-x-12 pt-8 lg:grid-cols-[minmax(0,46rem)_14rem] lg:justify-between lg:pt-12">
        <article className="min-w-0">
          <Who member={member} />
          {PARTS.map(({ id, title, Part }) => (
            <Section key={id} id={id} title={title}>
              <Part member={member} />
            </Section>
          ))}
        </article>
        <nav aria-label={PARTS_LABEL} className="sticky top-8 self-start max-lg:hidden">
          <ul className="border-l border-line text-sm">
            {PARTS.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ hash: id }} className="block px-4 py-1 text-ink-muted hover:text-ink">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </OneAction>
  );
}
