// Links to the community and the contact page, for questions that the page does not answer.
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';
import { LinkButton } from '@/ui/link-button';

const { community, support } = site;

export function CommunityCard() {
  return (
    <aside className="ink-band grid gap-8 rounded-box p-6 sm:p-10 lg:grid-cols-[1fr_auto] lg:items-center">
      <div>
        <h2 className="text-xl">Still a question?</h2>
        <p className="mt-2 max-w-prose text-ink-muted">
          {hasCommunity()
            ? `Ask it in the ${community.platform} community, where another member has probably met it, or write to us: we answer ${support.responseTime}.`
            : `Write to us: we answer ${support.responseTime}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {hasCommunity() && (
          <LinkButton
            href={community.inviteUrl}
            aria-label={`Join the ${community.platform} community (opens in a new tab)`}
          >
            Join the {community.platform} community
          </LinkButton>
        )}
        <LinkButton to={paths.contact()} look={hasCommunity() ? 'secondary' : 'primary'}>
          Contact Us
        </LinkButton>
      </div>
    </aside>
  );
}
