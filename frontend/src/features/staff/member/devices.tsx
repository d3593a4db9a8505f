// Where a member is signed in.
import { dateAndTime } from '@/lib/format/dates';

import { ReasonAction } from '../action/reason-action';
import { LongList } from '../long-list';
import { detailStyle, rowStyle, titleStyle } from '../row';
import { signOutEverywhere, type Member } from './api';

const COPY = {
  label: 'Devices',
  empty: 'Signed in nowhere.',
  seen: (date: string) => `Last used ${date}`,
  watching: 'Watching now',
  end: {
    label: 'Sign out everywhere',
    before: 'Ends every session of the member now: each device asks for the sign-in again.',
    after: (ended: number) =>
      ended === 1 ? 'One session was ended.' : `${ended} sessions were ended.`,
  },
};

export function Devices({ member }: { member: Member }) {
  const { id, devices } = member;
  return (
    <>
      <LongList items={devices} label={COPY.label} empty={COPY.empty}>
        {(device) => (
          <li key={device.id} className={rowStyle}>
            <p className={titleStyle}>{device.name}</p>
            <p className={detailStyle}>{COPY.seen(dateAndTime(device.lastSeen))}</p>
            {device.watching && (
              <p className="text-sm font-semibold text-accent">{COPY.watching}</p>
            )}
          </li>
        )}
      </LongList>
      <ReasonAction
        label={COPY.end.label}
        look="danger"
        offered={devices.length > 0}
        before={COPY.end.before}
        act={(reason) => signOutEverywhere(id, reason)}
        after={({ ended }) => COPY.end.after(ended)}
        className="mt-4"
      />
    </>
  );
}
