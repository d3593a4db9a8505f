// Discord on the course page: link an account, create an invite, open the invite.
import { siDiscord } from 'simple-icons';

import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { copyLink } from '@/ui/toast/copy-link';
import { LinkButton } from '@/ui/link-button';
import { toast } from '@/ui/toast/toast';

import { useCourseInvite } from './api';

// specification, sections 4 and 8
const COPY = {
  link: 'Link Discord',
  invite: 'Get Discord Invite',
  join: 'Join Discord',
  ready: { title: 'Discord Invite Generated', description: 'Your invite link is ready!' },
  ask: 'Ask about this second',
  asked: {
    title: 'Link copied',
    description: 'Join the channel of the course, and paste it with your question.',
  },
  failed: 'Failed to generate Discord invite. Please try again.',
};

interface CourseInviteProps {
  courseId: number;
  linked: boolean;
  /** The address of the second that is shown, of a lesson with a video. */
  linkToSecond?: (() => string) | undefined;
}

export function CourseInvite({ courseId, linked, linkToSecond }: CourseInviteProps) {
  const invite = useCourseInvite(courseId);
  const generate = () =>
    invite.mutate(undefined, {
      onSuccess: () => toast(COPY.ready),
      onError: () => toast({ title: COPY.failed, destructive: true }),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h3 className="flex items-center gap-2 font-sans text-sm font-semibold tracking-normal">
          <svg aria-hidden viewBox="0 0 24 24" className="size-4 fill-current">
            <path d={siDiscord.path} />
          </svg>
          Discord Community
        </h3>
        <p className="mt-1 text-xs text-ink-muted">
          {linked
            ? 'Your invite opens the channel of this course.'
            : 'Link your account to join the channel of this course.'}
        </p>
      </div>
      {!linked ? (
        <LinkButton to={paths.discordVerify()} look="secondary" size="small">
          {COPY.link}
        </LinkButton>
      ) : linkToSecond ? (
        <div className="flex flex-wrap gap-3">
          <Join url={invite.data?.inviteUrl} busy={invite.isPending} onGenerate={generate} />
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              void copyLink(linkToSecond(), COPY.asked);
              if (invite.data) window.open(invite.data.inviteUrl, '_blank', 'noopener,noreferrer');
              else if (!invite.isPending) generate();
            }}
          >
            {COPY.ask}
          </Button>
        </div>
      ) : (
        <Join url={invite.data?.inviteUrl} busy={invite.isPending} onGenerate={generate} />
      )}
    </div>
  );
}

interface JoinProps {
  /** Undefined until there is an invite. */
  url: string | undefined;
  busy: boolean;
  onGenerate: () => void;
}

function Join({ url, busy, onGenerate }: JoinProps) {
  return url === undefined ? (
    <Button look="secondary" size="small" busy={busy} onClick={onGenerate}>
      {COPY.invite}
    </Button>
  ) : (
    <LinkButton href={url} size="small">
      {COPY.join}
    </LinkButton>
  );
}
