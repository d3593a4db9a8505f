// A member's Discord account, and whether its roles are what they should be.
import { ReasonAction } from '../action/reason-action';
import { detailStyle, titleStyle } from '../row';
import { syncDiscord, type Member } from './api';

const COPY = {
  none: 'No Discord account is linked.',
  sync: {
    label: 'Sync Discord',
    before: 'Compares the roles with the courses within a minute, and changes what differs.',
    after: 'The roles are being compared.',
    refused: (why: string) => `Queued: it is tried again. The last try failed: ${why}`,
  },
};

export function Discord({ member }: { member: Member }) {
  const { id, discord } = member;
  if (discord === null) return <p className="text-sm text-ink-muted">{COPY.none}</p>;
  return (
    <>
      <p className={titleStyle}>{discord.username ?? discord.id}</p>
      <p className={detailStyle}>{discord.state}</p>
      <ReasonAction
        label={COPY.sync.label}
        before={COPY.sync.before}
        act={(reason) => syncDiscord(id, reason)}
        after={({ why }) => (why ? COPY.sync.refused(why) : COPY.sync.after)}
        className="mt-4"
      />
    </>
  );
}
