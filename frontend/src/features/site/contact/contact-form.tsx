// "Send us a Message". With a configured recipient a valid message is posted; without one it is written to the
// browser's console (specification, section 2), and the page says so.
import { useEffect, useState } from 'react';

import { useHydrated } from '@/lib/hydration/hydrated';
import { siteModes } from '@/lib/site-modes';
import { Button } from '@/ui/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';

import { ContactOutcome, type Outcome } from './contact-outcome';
import { deliver } from './deliver-message';
import { contactSchema } from './schemas';

export function ContactForm() {
  const ready = useHydrated();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { register, handleSubmit, reset, showFieldErrors, formState } = useForm({
    schema: contactSchema,
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    // Loaded early, so that submitting needs no further request.
    siteModes().catch(() => {});
  }, []);

  const onSubmit = handleSubmit(async (message) => {
    setOutcome(null);
    const result = await deliver(message);
    if (result.kind === 'refused') {
      showFieldErrors(result.fields);
      return;
    }
    if (result.kind !== 'failed') reset();
    setOutcome(result);
  });

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.name?.message}>
          {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <TextInput {...control} {...register('email')} type="email" autoComplete="email" />
          )}
        </Field>
      </div>
      <Field label="Subject" error={errors.subject?.message}>
        {(control) => <TextInput {...control} {...register('subject')} autoComplete="off" />}
      </Field>
      <Field label="Message" error={errors.message?.message}>
        {(control) => <TextArea {...control} {...register('message')} rows={7} />}
      </Field>
      <div>
        {/* Disabled until the script runs: without it the browser would submit the message in the address. */}
        <Button
          type="submit"
          busy={isSubmitting}
          disabled={!ready}
          className={ready ? undefined : 'disabled:opacity-100'}
        >
          Send Message
        </Button>
      </div>
      <ContactOutcome outcome={outcome} />
    </form>
  );
}
