// /checkout/sandbox, the demo's payment page. It says clearly that no real payment happens.
import { useSearchParams } from 'react-router-dom';

import { SandboxPayment } from '@/features/checkout/sandbox/sandbox-payment';
import { Container } from '@/ui/container';

export function Page() {
  const [query] = useSearchParams();
  return (
    <Container className="grid min-h-[80vh] content-start gap-10 py-12 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:py-20">
      <div>
        <p className="text-sm font-semibold text-danger">Sandbox payment</p>
        <h1 className="mt-3 text-3xl">No money moves here</h1>
        <p className="mt-6 max-w-prose text-lg text-ink-muted">
          This page stands in for a payment provider’s. There is no card to type and nothing is
          charged; everything after it is real: the order, its mails, its receipt and the access.
        </p>
      </div>
      <SandboxPayment reference={query.get('order') ?? ''} />
    </Container>
  );
}
