// One session in a list: its title, which leads to its page, when it is, and what became of it.
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';

import type { LiveSession } from '../api';
import { stageAt } from '../order';
import { Education } from './education';
import { Outcome } from './outcome';
import { When } from './when';

const COPY = { open: 'You can join now', joined: 'You joined' };

interface SessionItemProps {
  session: LiveSession;
  now: number;
  withDay: boolean;
  /** Not on the page of the course. */
  withCourse?: boolean;
}

export function SessionItem({ session, now, withDay, withCourse = true }: SessionItemProps) {
  const titleId = useId();
  const stage = stageAt(session, now);
  return (
    <li className="border-b border-line py-4">
      <p className="text-lg break-words">
        <Link
          id={titleId}
          to={paths.live(session.id)}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {session.title}
        </Link>
      </p>
      {withCourse && <p className="text-sm break-words text-ink-muted">{session.courseTitle}</p>}
      <When session={session} now={now} withDay={withDay} className="mt-1" />
      {stage === 'open' && <p className="mt-1 text-sm font-semibold text-accent">{COPY.open}</p>}
      {stage === 'ended' && session.joined && (
        <p className="mt-1 text-sm text-ink-muted">{COPY.joined}</p>
      )}
      {(stage === 'ended' || stage === 'cancelled') && <Outcome session={session} of={titleId} />}
      <Education />
    </li>
  );
}
