// /checkout: buying a plan.
import { CHECKOUT } from '@/features/checkout/copy';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';

import { deferred } from '../../loading/lazy-module';
import { PlanCheckout } from './plan-checkout';

const SimulatedForm = deferred(
  async () =>
    (await import('@/features/checkout/simulated/simulated-checkout-form')).SimulatedCheckoutForm,
);
// Never prerendered: only a server that takes payments shows it.
const HostedForm = deferred(
  async () => (await import('@/features/checkout/hosted/hosted-checkout-form')).HostedCheckoutForm,
);

const simulatedForm = <SimulatedForm />;

export const head: Head = {
  title: `Checkout · ${site.brand.name}`,
  description:
    'Complete your purchase of a trading plan: what you buy, what it costs, how long it lasts and how to get your money back.',
  jsonLd: import.meta.env.SSR ? [breadcrumbs({ name: 'Checkout', path: paths.checkout() })] : [],
};

export function Page() {
  return (
    <Container className="py-12 lg:py-20">
      <h1 className="mb-8 text-2xl lg:mb-12">{CHECKOUT.heading}</h1>
      <PlanCheckout simulatedForm={simulatedForm} HostedForm={HostedForm} />
    </Container>
  );
}
