// A session as it is opened a few minutes before it starts: its title, when, the clock, and Join.
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { useAfterClose } from '@/ui/focus';

import type { LiveSession } from '../api';
import { stageAt } from '../order';
import { useMoment } from '../time/use-moment';
import { Clock } from './clock';
import { Education } from './education';
import { Join } from './join';
import { Outcome } from './outcome';
import { When } from './when';

interface NextSessionProps {
  session: LiveSession;
  /** `h1` on the session's own page, where the title is no link. */
  level: 'h1' | 'h2';
}

export function NextSession({ session, level: Heading }: NextSessionProps) {
  const titleId = useId();
  const now = useMoment(session.startsAt);
  const stage = stageAt(session, now);
  const isComing = stage === 'planned' || stage === 'open';
  const outcome = useRef<HTMLDivElement>(null);
  // Join, which had the focus, is gone: what became of the session is read out.
  useAfterClose(isComing, () => outcome.current?.focus({ preventScroll: true }));
  return (
    <section aria-labelledby={titleId} className="max-w-[38rem]">
      <p className="text-sm break-words text-ink-muted">{session.courseTitle}</p>
      <Heading id={titleId} className="mt-1 text-xl break-words sm:text-2xl">
        {Heading === 'h1' ? (
          session.title
        ) : (
          <Link to={paths.live(session.id)} className="hover:underline">
            {session.title}
          </Link>
        )}
      </Heading>
      <When session={session} now={now} className="mt-3" />
      {isComing && (
        <div className="mt-5 grid gap-4">
          <Clock session={session} now={now} />
          <Join session={session} now={now} />
        </div>
      )}
      {!isComing && (
        <div ref={outcome} tabIndex={-1} className="outline-none">
          <Outcome session={session} of={titleId} />
        </div>
      )}
      <Education />
    </section>
  );
}
