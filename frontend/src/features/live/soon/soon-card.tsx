// A session that is soon: its title, when, how long it is, and the way to its page.
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';

import type { LiveSession } from '../api';
import { stageAt } from '../order';
import { Clock } from '../session/clock';
import { Education } from '../session/education';
import { When } from '../session/when';
import { useMoment } from '../time/use-moment';

const COPY = { title: 'Next live session', open: 'Go to the session', join: 'Go and join' };

export function SoonCard({ session }: { session: LiveSession }) {
  const now = useMoment(session.startsAt);
  return (
    <section
      aria-labelledby="next-live"
      className="flex flex-wrap items-center justify-between gap-4 rounded-box border border-accent bg-accent-soft px-5 py-4"
    >
      <div className="min-w-0">
        <h2 id="next-live" className="font-sans text-sm font-semibold tracking-normal">
          {COPY.title}
        </h2>
        <p id="next-live-title" className="text-lg break-words">
          {session.title}
        </p>
        <When session={session} now={now} />
        <Education />
      </div>
      <div className="grid gap-2">
        <Clock session={session} now={now} />
        <LinkButton to={paths.live(session.id)} size="small" aria-describedby="next-live-title">
          {stageAt(session, now) === 'open' ? COPY.join : COPY.open}
        </LinkButton>
      </div>
    </section>
  );
}
