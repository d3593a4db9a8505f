// The plans, their comparison, the guarantee and the payment methods.
import { PaymentMethods } from '@/features/site/pricing/payment-methods';
import { PlanCards } from '@/features/site/pricing/plan-cards';
import { PlanTable } from '@/features/site/pricing/plan-table';
import { SectionHeading } from '@/features/site/section-heading';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { price } from '@/settings/plans';
import { refundDays } from '@/settings/readings';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';

const { basic, premium, mentorship } = site.plans;
/** The price is named only if the plan is sold. */
const third =
  mentorship.opens === undefined
    ? 'one-on-one mentorship to come'
    : `${mentorship.name} for ${price(mentorship.price)}`;
const days = refundDays('pricing');

export const head: Head = {
  title: `Pricing · ${site.brand.name}`,
  description: `${basic.name} for ${price(basic.price)}, ${premium.name} for ${price(premium.price)}, and ${third}: every plan compared, with a full refund within ${days} days.`,
  jsonLd: import.meta.env.SSR ? [breadcrumbs({ name: 'Pricing', path: paths.pricing() })] : [],
};

export function Page() {
  return (
    <>
      <Container className="py-12 lg:pt-20 lg:pb-24">
        <h1 className="text-3xl">Pricing</h1>
        <p className="mt-6 max-w-prose text-lg text-ink-muted">
          One price for the whole term. A plan that renews can be cancelled until{' '}
          {site.cancellationHours} hours before the next term begins.
        </p>
        <div className="mt-12 lg:mt-20">
          <PlanCards />
        </div>
      </Container>

      <section className="bg-surface-sunken py-16 lg:py-24">
        <Container>
          <SectionHeading title="Line by line" />
          <div className="mt-8">
            <PlanTable />
          </div>
        </Container>
      </section>

      <Container className="grid gap-12 py-16 lg:grid-cols-2 lg:gap-20 lg:py-24">
        <section>
          <SectionHeading title="Satisfaction guarantee">
            A full refund within {days} days of your purchase, whatever the reason and however much
            you have watched. Write to{' '}
            <a href={`mailto:${site.support.email}`} className="text-accent underline">
              {site.support.email}
            </a>{' '}
            from the address you bought with.
          </SectionHeading>
        </section>
        <section>
          <SectionHeading title="Accepted payment methods">
            All major cards, PayPal, bank transfers and Apple Pay.
          </SectionHeading>
          <div className="mt-6">
            <PaymentMethods />
          </div>
        </section>
      </Container>
    </>
  );
}
