// An action that asks for the reason alone.
import { useForm } from '@/ui/form/use-form';

import { Action } from './action';
import type { ActionProps } from './action-props';
import { reasonSchema } from './schemas';

interface ReasonActionProps<Done> extends Omit<
  ActionProps<{ reason: string }, Done>,
  'form' | 'act' | 'children'
> {
  act: (reason: string) => Promise<Done>;
}

export function ReasonAction<Done>({ act, ...rest }: ReasonActionProps<Done>) {
  const form = useForm({ schema: reasonSchema, defaultValues: { reason: '' } });
  return <Action {...rest} form={form} act={({ reason }) => act(reason)} />;
}
