// /checkout: buying a plan.
import { CHECKOUT } from '@/features/checkout/copy';
import { breadcrumbs } from '@/features/site/structured-data';
import type { Head } from '@/lib/head';
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';

import { hostedCheckoutForm, simulatedCheckoutForm } from './deferred-forms';
import { PlanCheckout } from './plan-checkout';

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
      <PlanCheckout simulatedForm={simulatedCheckoutForm} hostedForm={hostedCheckoutForm} />
    </Container>
  );
}
