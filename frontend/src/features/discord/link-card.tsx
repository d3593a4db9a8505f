// The dashboard's card about the linked Discord account.
import { paths } from '@/lib/paths';
import { LinkButton } from '@/ui/link-button';

const COPY = {
  title: 'Link Your Discord Account',
  linked: 'Your Discord account is linked: access to the channels of your courses is automatic.',
  unlinked: 'Link it to get automatic access to course-specific channels and premium features.',
  update: 'Update Discord',
  link: 'Link Discord',
};

export function LinkCard({ linked }: { linked: boolean }) {
  return (
    <section className="flex flex-col items-start gap-4 py-6 sm:flex-row sm:items-center sm:justify-between sm:gap-8">
      <div className="max-w-prose">
        <h2 className="text-lg">{COPY.title}</h2>
        <p className="mt-1 text-sm text-ink-muted">{linked ? COPY.linked : COPY.unlinked}</p>
      </div>
      <LinkButton to={paths.discordVerify()} look="secondary" size="small" className="shrink-0">
        {linked ? COPY.update : COPY.link}
      </LinkButton>
    </section>
  );
}
