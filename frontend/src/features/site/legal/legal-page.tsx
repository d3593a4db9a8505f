// A legal text with a table of contents; every section has an anchor.
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

import { OwnHtml } from '../own-text/own-html';
import { ownText } from '../own-text/own-text';
import type { LegalBlock, LegalSection } from './legal-text';

interface LegalPageProps {
  title: string;
  /** The owner's text in place of the sections, by its name. */
  name: 'terms' | 'privacy';
  sections: readonly LegalSection[];
  /** A button to the contact page under the last section. */
  contactButton: boolean;
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p className="mt-4">{block}</p>;
  return (
    <ul className="mt-4 list-disc space-y-2 pl-6 marker:text-ink-muted">
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

export function LegalPage({ title, name, sections, contactButton }: LegalPageProps) {
  const own = ownText(name);
  const shown = own?.sections ?? sections;
  return (
    <Container className="grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[16rem_1fr] lg:py-20">
      <header className="lg:col-start-2">
        <h1 className="text-2xl">{own?.title ?? title}</h1>
        <p className="mt-3 text-sm text-ink-muted">Last updated {site.legalUpdated}</p>
      </header>
      <nav aria-label="On this page" className="lg:row-span-2 lg:row-start-1 lg:pt-2">
        <ol className="grid gap-1 border-l border-line text-sm lg:sticky lg:top-24">
          {shown.map(({ id, title: heading }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="-ml-px inline-flex min-h-8 items-center border-l-2 border-transparent pl-4 text-ink-muted hover:border-accent hover:text-ink"
              >
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="max-w-prose lg:col-start-2">
        {own !== undefined && own.intro !== '' && <OwnHtml html={own.intro} />}
        {shown.map((section) => (
          <section
            key={section.id}
            aria-labelledby={section.id}
            className="mb-12 border-t border-line pt-6"
          >
            <h2 id={section.id} className="scroll-mt-24 text-xl">
              {section.title}
            </h2>
            {'html' in section ? (
              <OwnHtml html={section.html} />
            ) : (
              section.blocks.map((block, index) => <Block key={index} block={block} />)
            )}
          </section>
        ))}
        {contactButton && <LinkButton to={paths.contact()}>Contact us</LinkButton>}
      </div>
    </Container>
  );
}
