// Partner offers: at most three on the home page, two on the courses page.
import { classNames } from '@/lib/class-names';
import { dollars } from '@/settings/plans';
import { site } from '@/settings/own-site';
import { ExternalLink } from '@/ui/external-link';

import { DrawdownDrawing } from './drawdown-drawing';

const { fundedAccounts, charts, discountedEvaluation } = site.partners;

interface Partner {
  readonly figure: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly url: string;
}

const funded: Partner = {
  figure: dollars(fundedAccounts.upToDollars),
  name: fundedAccounts.name,
  title: `Funded accounts up to ${dollars(fundedAccounts.upToDollars)}`,
  text: 'A prop firm that lets you trade its capital once you pass its evaluation and keep above its drawdown limit, the dashed line that follows your best day up and never down. Read that rule first.',
  link: 'See the account sizes',
  url: fundedAccounts.url,
};

const charting: Partner = {
  figure: 'Charts',
  name: charts.name,
  title: 'The charts that the lessons use',
  text: 'Level for level what you see in the videos. The free plan is enough to follow along.',
  link: 'Open the platform',
  url: charts.url,
};

const discounted: Partner = {
  figure: `−${discountedEvaluation.percentOff}%`,
  name: discountedEvaluation.name,
  title: `${discountedEvaluation.percentOff}% off at a ${fundedAccounts.url === '' ? '' : 'second '}prop firm`,
  text: 'The discount is applied when you sign up through this link.',
  link: 'Sign up with the discount',
  url: discountedEvaluation.url,
};

const hasLink = ({ url }: Partner) => url !== '';

/** A partner without a link is on no page. */
export const partnerSets = {
  all: [funded, charting, discounted].filter(hasLink),
  forCourses: [charting, discounted].filter(hasLink),
};

export function Partners({ set }: { set: keyof typeof partnerSets }) {
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {partnerSets[set].map((partner) => {
        const wide = set === 'all' && partner === funded;
        return (
          <li
            key={partner.name}
            className={classNames(
              'grid gap-8 rounded-box border p-6 sm:p-8',
              wide
                ? 'ink-band content-between border-transparent md:row-span-2'
                : 'content-start border-line bg-surface-raised',
            )}
          >
            <p
              aria-hidden
              className={classNames('display figures', wide ? 'text-3xl' : 'text-2xl text-accent')}
            >
              {partner.figure}
            </p>
            {wide && <DrawdownDrawing />}
            <div>
              <p className="text-xs text-ink-muted">{partner.name}</p>
              <h3 className="mt-1 text-xl">{partner.title}</h3>
              <p className="mt-2 max-w-prose text-sm text-ink-muted">{partner.text}</p>
              <ExternalLink
                href={partner.url}
                className="mt-4 min-h-8 font-semibold text-accent underline underline-offset-4"
              >
                {partner.link}
              </ExternalLink>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
