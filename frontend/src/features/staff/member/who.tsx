// The beginning of the letter: who the member is, and the address.
import * as z from 'zod/mini';

import { dateAndTime, shortDay } from '@/lib/format/dates';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';
import { useForm } from '@/ui/form/use-form';

import { Action } from '../action/action';
import { ReasonAction } from '../action/reason-action';
import { reason } from '../action/schemas';
import { UserName } from '../user-name';
import { changeAddress, sendResetMail, sendVerifyMail, type Member } from './api';

const COPY = {
  verified: 'verified',
  unverified: 'not verified',
  since: (date: string) => `A member since ${date}`,
  seen: (date: string) => `last seen ${date}`,
  unseen: 'not seen since',
  change: {
    label: 'Change the address',
    field: 'New address',
    before: (email: string) =>
      `Mails a link to the new address. It is the member's once the link is opened; until then ${email} stays. Your passkey may be asked for once more.`,
    waits: (pending: string, email: string) =>
      `A link was mailed to ${pending}. Until it is opened, ${email} stays the address.`,
    changed: (email: string) => `The address is ${email}.`,
  },
  verify: {
    label: 'Mail the link again',
    before: 'Mails the link by which the member shows that the address is theirs.',
    after: 'The link is on its way.',
  },
  reset: {
    label: 'Mail a reset link',
    before: (email: string) => `Mails ${email} a link by which to choose a new password.`,
    after: (email: string) => `The link is on its way to ${email}.`,
  },
};

/** The server says which address is none. */
const addressSchema = z.object({ email: z.string().check(z.trim()), reason });

export function Who({ member }: { member: Member }) {
  const { id, username, email, emailVerified, createdAt, lastSeen } = member;
  const form = useForm({ schema: addressSchema, defaultValues: { email: '', reason: '' } });
  return (
    <header>
      <h1 className="text-2xl break-words">
        <UserName name={username} />
      </h1>
      <p className="mt-3 break-words">
        <span className="select-all">{email}</span>
        <span className={emailVerified ? 'text-ink-muted' : 'font-semibold text-danger'}>
          {`, ${emailVerified ? COPY.verified : COPY.unverified}`}
        </span>
      </p>
      <p className="text-sm text-ink-muted figures">
        {`${COPY.since(shortDay(createdAt))}, ${lastSeen ? COPY.seen(dateAndTime(lastSeen)) : COPY.unseen}.`}
      </p>
      <div className="mt-4 flex flex-wrap gap-x-3 gap-y-2">
        {!emailVerified && (
          <ReasonAction
            label={COPY.verify.label}
            before={COPY.verify.before}
            act={(given) => sendVerifyMail(id, given)}
            after={() => COPY.verify.after}
          />
        )}
        <ReasonAction
          label={COPY.reset.label}
          before={COPY.reset.before(email)}
          act={(given) => sendResetMail(id, given)}
          after={() => COPY.reset.after(email)}
        />
        <Action
          form={form}
          label={COPY.change.label}
          before={COPY.change.before(email)}
          act={(change) => changeAddress(id, change)}
          after={(now) =>
            now.pendingEmail
              ? COPY.change.waits(now.pendingEmail, now.email)
              : COPY.change.changed(now.email)
          }
        >
          <Field label={COPY.change.field} error={form.formState.errors.email?.message}>
            {(control) => (
              <TextInput {...control} {...form.register('email')} type="email" autoComplete="off" />
            )}
          </Field>
        </Action>
      </div>
    </header>
  );
}
