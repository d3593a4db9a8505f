// A part of the member's page, which the list of parts and links from elsewhere lead to.
import type { Elements } from '@/ui/elements';

interface SectionProps {
  /** In the address, after `#`. */
  id: string;
  title: string;
  children: Elements;
}

export function Section({ id, title, children }: SectionProps) {
  const headingId = `${id}-heading`;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="mt-12 scroll-mt-6 outline-none"
    >
      <h2 id={headingId} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
