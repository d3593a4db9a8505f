// Leads to the course's payment page, or to the sign-in page first.
import { isStatus } from '@/lib/api-client';
import { externalRedirect, usePageRestore } from '@/lib/external-redirect';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link-button';
import { toast } from '@/ui/toast/toast';

import { useCourseCheckout } from '../api';

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
  return (
    <Button
      {...(size === undefined ? {} : { size })}
      aria-label={accessibleName}
      busy={checkout.isPending || checkout.isSuccess}
      onClick={() =>
        checkout.mutate(undefined, {
          onSuccess: ({ url }) => externalRedirect.to(url),
          onError: (error) => {
            if (isStatus(error, 401)) return onSignedOut();
            if (isStatus(error, 409)) return;
            toast({ title: 'Failed to process purchase. Please try again.', destructive: true });
          },
        })
      }
    >
      {label}
    </Button>
  );
}
