// The first screen: what is taught, the chart, and the figures of the trade drawn on it.
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { dollars } from '@/settings/plans';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { HeroChart } from './hero-chart';
import { heroLevels } from './hero-series';
import { heroTrade, priceOf } from './hero-trade';

const COPY = {
  primary: 'See the courses',
  secondary: 'Compare plans',
  caption: 'A drawn example, not a trade that we made.',
};

const TICKET = [
  { term: 'Entry', value: priceOf(heroLevels.entry) },
  { term: 'Stop', value: priceOf(heroLevels.stop) },
  { term: 'Risk a contract', value: `$${heroTrade.riskDollars.toFixed(2)}` },
  { term: 'Target', value: `${heroTrade.rewardToRisk}× the risk` },
  {
    term: `Size at 1% of ${dollars(10_000)}`,
    value: `${heroTrade.contractsForOnePercent} contracts`,
  },
];

export function Hero() {
  return (
    <section id="first-screen" className="ink-band overflow-x-clip">
      <Container className="grid gap-10 pt-12 pb-8 lg:grid-cols-[5fr_7fr] lg:gap-14 lg:pt-20 lg:pb-12">
        <div className="lg:py-8">
          <h1 className="text-3xl">{site.home.headline}</h1>
          <p className="mt-6 max-w-prose text-lg text-ink-muted">{site.home.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to={paths.courses()}>{COPY.primary}</LinkButton>
            <LinkButton look="secondary" to={paths.pricing()}>
              {COPY.secondary}
            </LinkButton>
          </div>
        </div>
        <HeroChart />
      </Container>
      <div className="border-t border-line">
        <Container className="py-6">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 figures sm:grid-cols-3 lg:grid-cols-5">
            {TICKET.map(({ term, value }) => (
              <div key={term}>
                <dt className="text-xs text-ink-muted">{term}</dt>
                <dd className="text-lg font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 text-xs text-ink-muted">
            Micro E-mini S&amp;P 500, five-minute candles. {COPY.caption}
          </p>
        </Container>
      </div>
    </section>
  );
}
