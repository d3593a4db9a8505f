// The footer of the portal and of the sign-in pages: where help is, and what the contract says.
import { Link } from 'react-router-dom';

import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';

const LINKS = [
  { to: paths.contact(), label: 'Contact' },
  { to: paths.terms(), label: 'Terms' },
  { to: paths.privacy(), label: 'Privacy' },
  { to: paths.withdraw(), label: 'Withdraw from contract here' },
];

export function PortalFooter() {
  return (
    <footer className="border-t border-line">
      <Container>
        <nav aria-label="Help" className="flex flex-wrap gap-x-6 py-4">
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-8 items-center text-sm text-ink-muted hover:text-ink hover:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
      </Container>
    </footer>
  );
}
