// A session in staff's list. Its details are loaded when they are opened.
import { useId, useState } from 'react';

import { dateAndTime } from '@/lib/format/dates';
import { dayIn, isKnownZone, spanIn, zoneCity } from '@/lib/format/dates-in-zones';
import { serverNow } from '@/lib/server-clock';
import { Button } from '@/ui/button';

import { detailStyle } from '../row';
import type { StaffLive } from './api';
import { Details } from './details';

const COPY = {
  when: (when: string, city: string) => `${when} in ${city}`,
  open: 'Open: members can join now.',
  cancelled: (reason: string) => `Cancelled: ${reason}`,
  recorded: 'Its recording is a lesson of the course.',
  joins: (count: number) => {
    if (count === 0) return 'No one joined.';
    return count === 1 ? '1 member joined.' : `${count} members joined.`;
  },
  details: 'Details',
  education: 'A live session is education, and no advice.',
};

export function Session({ session }: { session: StaffLive }) {
  const titleId = useId();
  const [open, setOpen] = useState(false);
  const { id, title, courseTitle, startsAt, state, reason, joins, recording } = session;
  return (
    <li aria-labelledby={titleId} className="border-b border-line py-4">
      <h3 id={titleId} className="font-sans text-base font-semibold tracking-normal break-words">
        {title}
      </h3>
      <p className={detailStyle}>{courseTitle}</p>
      <p className="mt-1 text-sm figures">
        <time dateTime={startsAt}>{whenOf(session)}</time>
      </p>
      {state === 'open' && <p className="text-sm font-semibold text-accent">{COPY.open}</p>}
      {state === 'cancelled' && (
        <p className="text-sm break-words text-danger">{COPY.cancelled(reason ?? '')}</p>
      )}
      {(joins > 0 || state === 'ended') && <p className={detailStyle}>{COPY.joins(joins)}</p>}
      {typeof recording === 'number' && <p className={detailStyle}>{COPY.recorded}</p>}
      <p className="mt-1 text-xs text-ink-muted">{COPY.education}</p>
      <Button
        look="quiet"
        size="small"
        className="mt-1 -ml-4"
        aria-expanded={open}
        aria-describedby={titleId}
        onClick={() => setOpen(!open)}
      >
        {COPY.details}
      </Button>
      {open && <Details id={id} titleId={titleId} />}
    </li>
  );
}

/** In the zone that it was planned in: the series is at one time there. */
function whenOf({ startsAt, endsAt, zone }: StaffLive): string {
  if (!isKnownZone(zone)) return dateAndTime(startsAt);
  const day = dayIn(startsAt, zone, serverNow());
  return COPY.when(`${day}, ${spanIn(startsAt, endsAt, zone)}`, zoneCity(zone));
}
