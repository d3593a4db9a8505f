// Links to the site's pages, the company's data, and the risk warning.
import { Link } from 'react-router-dom';

import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';
import { ExternalLink } from '@/ui/external-link';

import { footerLinks } from './site-links';
import { Wordmark } from './wordmark';

const RISK =
  'Trading futures, currencies and crypto-assets carries a high risk of losing money, at times more than was put in. What you find here is education, not financial advice; examples are drawn or simulated and promise nothing.';

const link =
  'inline-flex min-h-8 items-center text-sm text-ink-muted hover:text-ink hover:underline';

export function SiteFooter() {
  const { brand, company, support, social } = site;
  return (
    <footer className="ink-band">
      <Container className="grid gap-12 py-16 lg:grid-cols-[1fr_2fr]">
        <div>
          <Wordmark />
          <p className="mt-4 text-sm text-ink-muted">{brand.tagline}.</p>
          <p className="mt-5">
            <a
              href={`mailto:${support.email}`}
              className="inline-flex min-h-8 items-center underline hover:text-accent"
            >
              {support.email}
            </a>
          </p>
          <ul aria-label="Social media" className="mt-3 flex flex-wrap gap-x-6">
            {social.map(({ network, label, url }) => (
              <li key={network}>
                <ExternalLink href={url} className={link}>
                  {label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-8 sm:grid-cols-4">
          {footerLinks.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-sm">{title}</h2>
              <ul className="mt-3 grid gap-1">
                {links.map(({ label, to }) => (
                  <li key={label}>
                    <Link to={to} className={link}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </Container>
      <Container className="text-xs text-ink-muted">
        <div className="border-t border-line py-6">
          <p className="max-w-prose">{RISK}</p>
          <p className="mt-4 figures">
            © {company.legalName}, {company.country}, VAT {company.vatNumber}
          </p>
        </div>
      </Container>
    </footer>
  );
}
