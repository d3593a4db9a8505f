// The company: story, mission, vision, data and figures.
import { OwnHtml } from '@/features/site/own-text/own-html';
import { ownText, type LegalText } from '@/features/site/own-text/own-text';
import { SectionHeading } from '@/features/site/section-heading';
import { breadcrumbs, organization } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';
import { Container } from '@/ui/container';

const { brand, company, support, figures } = site;

export const head: Head = {
  // Read when it is shown: the owner's text is loaded by then.
  get title() {
    return `${ownText('about')?.title ?? 'About us'} · ${brand.name}`;
  },
  description:
    'Why we teach the hour before the open, what we promise and what we do not, who the company is, and its figures.',
  jsonLd: import.meta.env.SSR
    ? [organization, breadcrumbs({ name: 'About', path: paths.about() })]
    : [],
};

const STORY = [
  'Most trading education sells the outcome: the screenshot, the car, the one indicator. What it leaves out is the hour in which the outcome is decided, and that hour comes before the open. The levels are drawn or they are not. The size is worked out or it is guessed. The day has a loss limit or it has a hope.',
  'We are a small Belgian company that teaches this hour. Our lessons are short, because a lesson that needs an hour has not been thought through. They carry numbers, because a rule without a number cannot be broken, only bent. And they show losing trades, because you will have many and should know what a good one looks like.',
];

const NUMBERS = [
  { value: figures.activeStudents, label: 'active students' },
  {
    value: figures.activeTraders,
    label: `active traders${hasCommunity() ? ' in the community' : ''}`,
  },
  { value: figures.tradingHours, label: 'trading hours' },
  { value: figures.successRate, label: 'success rate' },
  { value: figures.channels, label: 'channels' },
];

const COMPANY = [
  { term: 'Company', value: company.legalName },
  { term: 'VAT number', value: company.vatNumber },
  { term: 'Country', value: company.country },
];

export function Page() {
  const own = ownText('about');
  return (
    <>
      <Container className="py-12 lg:py-20">
        <h1 className="max-w-prose text-3xl">
          {own === undefined ? 'We teach the hour before' : (own.title ?? `About ${brand.name}`)}
        </h1>
        <div className="mt-12 grid gap-x-20 gap-y-12 lg:grid-cols-[7fr_4fr]">
          {own === undefined ? (
            <section>
              <h2 className="text-2xl">Our story</h2>
              {STORY.map((paragraph) => (
                <p key={paragraph} className="mt-4 max-w-prose">
                  {paragraph}
                </p>
              ))}
            </section>
          ) : (
            <OwnAbout text={own} />
          )}
          <section aria-labelledby="company">
            <h2 id="company" className="text-xl">
              Company information
            </h2>
            <dl className="mt-4 border-t border-ink text-sm figures">
              {COMPANY.map(({ term, value }) => (
                <div key={term} className="grid grid-cols-[7rem_1fr] border-b border-line py-3">
                  <dt className="text-ink-muted">{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
              <div className="grid grid-cols-[7rem_1fr] border-b border-line py-3">
                <dt className="text-ink-muted">E-mail</dt>
                <dd>
                  <a href={`mailto:${support.email}`} className="text-accent underline">
                    {support.email}
                  </a>
                </dd>
              </div>
            </dl>
          </section>
        </div>
      </Container>

      {own === undefined && <Purpose />}

      <section className="py-16 lg:py-24">
        <Container className="grid gap-10 lg:grid-cols-[4fr_8fr]">
          <SectionHeading title="By the Numbers">
            Counted by us, and no forecast of your results. Most retail traders lose money; the
            courses are about not being surprised by that.
          </SectionHeading>
          <dl className="grid border-t border-ink sm:grid-cols-2 sm:gap-x-10">
            {NUMBERS.map(({ value, label }) => (
              <div
                key={label}
                className="flex items-baseline justify-between gap-6 border-b border-line py-5 sm:first:col-span-2"
              >
                <dt className="text-sm text-ink-muted">{label}</dt>
                <dd className="display text-2xl figures">{value}</dd>
              </div>
            ))}
          </dl>
        </Container>
      </section>
    </>
  );
}

function OwnAbout({ text }: { text: LegalText }) {
  return (
    <div className="max-w-prose">
      {text.intro !== '' && <OwnHtml html={text.intro} />}
      {text.sections.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id} className="mb-10">
          <h2 id={id} className="scroll-mt-24 text-2xl">
            {title}
          </h2>
          <OwnHtml html={html} />
        </section>
      ))}
    </div>
  );
}

function Purpose() {
  return (
    <section className="ink-band py-16 lg:py-24">
      <Container className="grid gap-12 lg:grid-cols-2 lg:gap-20">
        <div>
          <SectionHeading title="Our mission">
            To make a trader who needs us less each month: one who can mark a level, work out a
            size, take a loss and write down why, without another trader’s signal.
          </SectionHeading>
        </div>
        <div>
          <SectionHeading title="Our vision">
            A trading education that can be checked like any other craft: by what you can do
            afterwards, in plain numbers, on an ordinary day.
          </SectionHeading>
        </div>
      </Container>
    </section>
  );
}
