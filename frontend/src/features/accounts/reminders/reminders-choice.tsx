// Turns the mail before a live session and the mail after 14 days without watching on or off.
import { errorMessage } from '@/lib/api-client';
import { Checkbox } from '@/ui/form/checkbox';
import { toast } from '@/ui/toast/toast';

import type { Account } from '../api';
import { useSetReminders } from './api';

const COPY = {
  label: 'Mail me before a live session, and when I have not watched for two weeks',
  on: { title: 'Reminders are on' },
  off: { title: 'Reminders are off' },
  failed: 'Your choice was not saved',
};

interface RemindersChoiceProps {
  user: Account;
  on: boolean;
}

export function RemindersChoice({ user, on }: RemindersChoiceProps) {
  const { mutate, isPending, variables } = useSetReminders(user);
  const change = (wanted: boolean) =>
    mutate(wanted, {
      onSuccess: () => toast(wanted ? COPY.on : COPY.off),
      onError: (error) =>
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true }),
    });
  return (
    <Checkbox
      label={COPY.label}
      checked={isPending ? variables : on}
      onChange={(event) => {
        if (!isPending) change(event.currentTarget.checked);
      }}
    />
  );
}
