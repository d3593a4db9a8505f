// "Send us a Message". Without a configured recipient a valid message goes to the browser's console and
// nowhere else (specification, section 2), and the page says so; with one it is posted.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { messagesFor } from '@/lib/field-messages';
import { useHydrated } from '@/lib/hydrated';
import { siteModes } from '@/lib/site-modes';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-area';
import { TextInput } from '@/ui/text-input';

import { ContactOutcome, type Outcome } from './contact-outcome';
import { deliver } from './deliver-message';
import { contactSchema, type ContactMessage } from './schemas';

const NAMES = ['name', 'email', 'subject', 'message'] as const;

export function ContactForm() {
  const ready = useHydrated();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm<ContactMessage>({
    resolver: zodResolver(contactSchema),
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    // Known before it is needed, so that submitting makes no request of its own.
    siteModes().catch(() => {});
  }, []);

  const onSubmit = handleSubmit(async (message) => {
    setOutcome(null);
    const result = await deliver(message);
    if (result.kind === 'refused') {
      for (const [name, text] of messagesFor(NAMES, result.fields)) {
        setError(name, { message: text }, { shouldFocus: true });
      }
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
        {/* Without scripts the browser would put the message into the address. */}
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
