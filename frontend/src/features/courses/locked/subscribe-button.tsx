// Leads to the course's payment page, or to the sign-in page first; where the server needs the member's country, it is asked for in between.
import { Suspense } from 'react';

import { ApiError, isStatus } from '@/lib/api-client';
import { externalRedirect, usePageRestore } from '@/lib/external-redirect';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { lazyPart } from '@/ui/lazy-part';
import { LinkButton } from '@/ui/link-button';
import { toast } from '@/ui/toast/toast';

import { useCourseCheckout } from '../api';

const CountryDialog = lazyPart(async () => (await import('./country-dialog')).CountryDialog);

interface SubscribeButtonProps {
  courseId: number;
  label: string;
  /** Where the label alone says too little. */
  accessibleName?: string;
  size?: 'small';
  signedIn: boolean;
  /** Where a visitor comes back to after signing in. */
  returnTo: string;
  /** The session has ended. */
  onSignedOut: () => void;
}

export function SubscribeButton(props: SubscribeButtonProps) {
  const { courseId, label, accessibleName, size, signedIn, returnTo, onSignedOut } = props;
  const checkout = useCourseCheckout(courseId);
  usePageRestore(checkout.reset);
  if (!signedIn) return <LinkButton to={paths.auth({ returnTo })}>{label}</LinkButton>;

  const pay = (country?: string) =>
    checkout.mutate(country, {
      onSuccess: ({ url }) => externalRedirect.to(url),
      onError: (error) => {
        if (isStatus(error, 401)) return onSignedOut();
        if (countryRefusal(error) || isStatus(error, 409)) return;
        toast({ title: 'Failed to process purchase. Please try again.', destructive: true });
      },
    });
  const busy = checkout.isPending || checkout.isSuccess;
  const refused = countryRefusal(checkout.error);
  return (
    <>
      <Button
        {...(size === undefined ? {} : { size })}
        aria-label={accessibleName}
        busy={busy}
        onClick={() => pay()}
      >
        {label}
      </Button>
      {(refused ?? checkout.variables) && (
        <Suspense fallback={null}>
          <CountryDialog
            busy={busy}
            refused={checkout.variables && refused}
            onClose={checkout.reset}
            onChosen={pay}
          />
        </Suspense>
      )}
    </>
  );
}

/** What the server says of the country, where the order wants one. */
function countryRefusal(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields['country'] : undefined;
}
