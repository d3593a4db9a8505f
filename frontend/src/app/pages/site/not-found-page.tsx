// Any address that is no page.
import { paths } from '@/lib/paths';
import { Container } from '@/ui/container';
import { LinkButton } from '@/ui/link-button';

export function Page() {
  return (
    <Container className="py-20">
      <h1 className="text-2xl">404 Page Not Found</h1>
      <p className="mt-4 max-w-prose text-ink-muted">
        There is no page at this address. It may have moved, or the link may be mistyped.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton to={paths.home()}>Go to the home page</LinkButton>
        <LinkButton to={paths.portal()} look="secondary">
          Open the course portal
        </LinkButton>
      </div>
    </Container>
  );
}
