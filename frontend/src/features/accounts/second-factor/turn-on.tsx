// Turning the second factor on: the password, then the app, then its first code.

import { errorMessage } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useOfferSecondFactor } from '../api';
import { CurrentPasswordField } from '../current-password-field';
import { fieldErrors } from '../field-errors';
import { provenSchema } from '../schemas';
import { ConnectApp } from './connect-app';

const COPY = { failed: 'The second factor was not set up' };

export function TurnOn({ onTurnedOn }: { onTurnedOn: (codes: readonly string[]) => void }) {
  const offering = useOfferSecondFactor();
  const { register, handleSubmit, formState, showFieldErrors } = useForm({
    schema: provenSchema,
    defaultValues: { currentPassword: '' },
  });

  const { data: offer } = offering;
  if (offer !== undefined) {
    return <ConnectApp offer={offer} onTurnedOn={onTurnedOn} onCancel={() => offering.reset()} />;
  }

  const submit = handleSubmit((values) =>
    offering.mutate(values, {
      onError: (error) => {
        if (showFieldErrors(fieldErrors(error))) return;
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <CurrentPasswordField
        field={register('currentPassword')}
        error={formState.errors.currentPassword?.message}
      />
      <div>
        <Button type="submit" look="secondary" busy={offering.isPending}>
          {offering.isPending ? 'Setting up…' : 'Set Up'}
        </Button>
      </div>
    </form>
  );
}
