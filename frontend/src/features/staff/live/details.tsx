// One session: where it is held, its text, who joined, who was told what, and what can be changed.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { dateAndTime } from '@/lib/format/dates';
import { paths } from '@/lib/paths';
import { QueryStates } from '@/ui/query/query-states';
import { Skeleton } from '@/ui/skeleton';

import { ReasonAction } from '../action/reason-action';
import { LongList } from '../long-list';
import { detailStyle, rowStyle } from '../row';
import { cancelLive, liveDetailsQuery, type LiveDetails } from './api';
import { Change } from './change';
import { SessionText } from './session-text';
import { Told } from './told';

const COPY = {
  failed: 'The session could not be loaded.',
  address: (join: string) => `Held at ${join}`,
  channel: (channel: string) => `Held in the Discord channel ${channel}`,
  joined: 'Who joined',
  none: 'No one has joined yet.',
  cancel: 'Cancel the session',
  before:
    'Members with access are mailed the reason. The session stays in their list as cancelled; the other dates stay.',
  cancelled: 'The session is cancelled, and members with access are being mailed.',
};

export function Details({ id, titleId }: { id: number; titleId: string }) {
  const query = useQuery(liveDetailsQuery(id));
  return (
    <div className="mt-4">
      <QueryStates query={query} failed={COPY.failed} loading={<Skeleton className="h-32" />}>
        {(session) => <Loaded session={session} titleId={titleId} />}
      </QueryStates>
    </div>
  );
}

function Loaded({ session, titleId }: { session: LiveDetails; titleId: string }) {
  const { id, join, channel, attendance, state } = session;
  const isComing = state === 'planned' || state === 'open';
  return (
    <div className="grid gap-4">
      <p translate="no" className={detailStyle}>
        {join ? COPY.address(join) : COPY.channel(channel ?? '')}
      </p>
      <SessionText session={session} titleId={titleId} offered={isComing} />
      <div className="flex flex-wrap gap-3">
        {isComing && <Change session={session} />}
        <ReasonAction
          label={COPY.cancel}
          look="danger"
          of={titleId}
          offered={isComing}
          before={COPY.before}
          act={(reason) => cancelLive(id, reason)}
          after={() => COPY.cancelled}
        />
      </div>
      {state !== 'planned' && (
        <div>
          <h4 className="mb-2 font-sans text-sm font-semibold tracking-normal">{COPY.joined}</h4>
          <LongList items={attendance} label={COPY.joined} empty={COPY.none}>
            {({ memberId, username, at }) => (
              <li key={memberId} className={rowStyle}>
                <Link to={paths.staffMember(memberId)} className="underline">
                  {username}
                </Link>
                <p className={detailStyle}>{dateAndTime(at)}</p>
              </li>
            )}
          </LongList>
        </div>
      )}
      <Told session={session} />
    </div>
  );
}
