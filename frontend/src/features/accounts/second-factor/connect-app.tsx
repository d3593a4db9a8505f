// The secret as a picture and as a text, and the first code of the app, which turns the second factor on.
import { useEffect } from 'react';

import { errorMessage, type Schemas } from '@/lib/api-client';
import { Button } from '@/ui/button';
import { useForm } from '@/ui/form/use-form';
import { toast } from '@/ui/toast/toast';

import { useTurnOnSecondFactor } from '../api';
import { fieldErrors } from '../field-errors';
import { codeSchema } from '../schemas';
import { CodeField } from './code-field';

const COPY = {
  scan: 'Scan this picture with an authenticator app, or type the key into it. Then enter the code that the app shows.',
  picture: 'QR code for your authenticator app; the key below it says the same',
  key: 'Key',
  failed: 'The second factor was not turned on',
};

interface ConnectAppProps {
  offer: Schemas['SecondFactorOffer'];
  onTurnedOn: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** In groups of four, as a person types it. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

export function ConnectApp({ offer, onTurnedOn, onCancel }: ConnectAppProps) {
  const turnOn = useTurnOnSecondFactor();
  const { register, handleSubmit, formState, showFieldErrors, setFocus } = useForm({
    schema: codeSchema,
    defaultValues: { code: '' },
  });

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit((values) =>
    turnOn.mutate(values, {
      onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
      onError: (error) => {
        if (showFieldErrors(fieldErrors(error))) return;
        toast({ title: COPY.failed, description: errorMessage(error), destructive: true });
      },
    }),
  );

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <p className="text-sm">{COPY.scan}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(offer.qr)}`}
        alt={COPY.picture}
        width={208}
        height={208}
        className="bg-white rounded-box p-2"
      />
      <p className="text-sm">
        {COPY.key}:{' '}
        <code translate="no" className="break-all figures select-all">
          {grouped(offer.secret)}
        </code>
      </p>
      <CodeField input={register('code')} error={formState.errors.code?.message} kind="app" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={turnOn.isPending}>
          {turnOn.isPending ? 'Turning on…' : 'Turn On'}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
