// The community: an example of a trade review, three figures, and the invite link.
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { SectionHeading } from '../section-heading';
import { TradeReview } from './trade-review';

const { community, figures } = site;

const FIGURES = [
  { value: figures.activeTraders, label: 'active traders' },
  { value: figures.successRate, label: 'success rate' },
  { value: figures.channels, label: 'channels' },
];

export function Community() {
  return (
    <section className="bg-surface-sunken py-16 lg:py-24">
      <Container className="grid items-center gap-12 lg:grid-cols-[6fr_5fr] lg:gap-20">
        <div>
          <SectionHeading title="You will not be alone with a bad fill">
            The {community.platform} community is where the lessons meet your own trades. No
            signals, no screenshots of profit: a chart, a reason, a stop, and people who read them.
          </SectionHeading>
          <dl className="mt-10 flex flex-wrap gap-x-12 gap-y-6">
            {FIGURES.map(({ value, label }) => (
              <div key={label} className="flex flex-col-reverse">
                <dt className="text-sm text-ink-muted">{label}</dt>
                <dd className="display text-2xl figures">{value}</dd>
              </div>
            ))}
          </dl>
          <LinkButton
            href={community.inviteUrl}
            className="mt-10"
            aria-label={`Join the ${community.platform} community (opens in a new tab)`}
          >
            Join the {community.platform} community
          </LinkButton>
        </div>
        <TradeReview />
      </Container>
    </section>
  );
}
