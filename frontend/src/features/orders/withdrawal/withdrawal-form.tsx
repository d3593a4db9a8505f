// The first step of a withdrawal without an account: name, e-mail and order; then a mail has the link to the second.
import { useState } from 'react';

import { useHydrated } from '@/lib/hydration/hydrated';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';

import { withdrawalSchema } from './schemas';

const COPY = {
  name: 'Name',
  email: 'Email',
  reference: 'Order reference',
  referenceHint: 'In the mail with your receipt: the order’s number, or the number of the receipt.',
  submit: 'Send the confirmation link',
  sent: {
    title: 'Check your mail',
    text: 'If this order exists, a link is on its way to the address that it was made with. Open it and confirm; only then you have withdrawn.',
    again: 'Enter another order',
  },
};

export function WithdrawalForm() {
  const ready = useHydrated();
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, showFieldErrors, formState } = useForm({
    schema: withdrawalSchema,
  });
  const { errors, isSubmitting } = formState;

  const onSubmit = handleSubmit(async (request) => {
    setFailure(null);
    const { ApiError, errorMessage, requestLink } = await import('./api');
    try {
      await requestLink(request);
      setSent(true);
      reset();
    } catch (error) {
      const refused = error instanceof ApiError && showFieldErrors(error.fields);
      if (!refused) setFailure(errorMessage(error));
    }
  });

  if (sent) {
    return (
      <section aria-live="polite" className="rounded-box border border-accent bg-accent-soft p-6">
        <h2 className="text-xl">{COPY.sent.title}</h2>
        <p className="mt-2">{COPY.sent.text}</p>
        <Button look="secondary" className="mt-5" onClick={() => setSent(false)}>
          {COPY.sent.again}
        </Button>
      </section>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-5">
      <Field label={COPY.name} error={errors.name?.message}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
      </Field>
      <Field label={COPY.email} error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...register('email')} type="email" autoComplete="email" />
        )}
      </Field>
      <Field label={COPY.reference} hint={COPY.referenceHint} error={errors.reference?.message}>
        {(control) => <TextInput {...control} {...register('reference')} autoComplete="off" />}
      </Field>
      <div>
        {/* Disabled until the script runs: without it the browser would submit the form in the address. */}
        <Button
          type="submit"
          busy={isSubmitting}
          disabled={!ready}
          className={ready ? undefined : 'disabled:opacity-100'}
        >
          {COPY.submit}
        </Button>
      </div>
      <div aria-live="polite">
        {failure !== null && (
          <p className="rounded-box border border-danger bg-danger-soft p-4">{failure}</p>
        )}
      </div>
    </form>
  );
}
