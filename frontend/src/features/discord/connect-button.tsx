// Leads to Discord's authorization page, or says that Discord is not configured.
import { useQuery } from '@tanstack/react-query';

import { externalRedirect } from '@/lib/external-redirect';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast';

import { discordConfigQuery } from './api';
import { beginAuthorization } from './authorization';
import { discordCopy, discordToasts } from './copy';

export function ConnectButton({ linked }: { linked: boolean }) {
  const { data, isPending, failureCount } = useQuery(discordConfigQuery);

  const connect = () => {
    const clientId = data?.clientId ?? '';
    if (clientId === '') toast(discordToasts.missingConfig);
    else externalRedirect.to(beginAuthorization(clientId));
  };

  return (
    // Busy until the first answer only: after a failure the button explains it while retries continue.
    <Button onClick={connect} busy={isPending && failureCount === 0}>
      {linked ? discordCopy.reconnect : discordCopy.connect}
    </Button>
  );
}
