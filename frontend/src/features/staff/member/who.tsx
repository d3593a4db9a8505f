// The beginning of the letter: who the member is, and the address.
import { dateAndTime, shortDay } from '@/lib/format/dates';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

import { Action } from '../action/action';
import { reasonOf, textOf } from '../action/fields';
import { changeAddress, sendResetMail, type Member } from './api';

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
  reset: {
    label: 'Mail a reset link',
    before: (email: string) => `Mails ${email} a link by which to choose a new password.`,
    after: (email: string) => `The link is on its way to ${email}.`,
  },
};

export function Who({ member }: { member: Member }) {
  const { id, username, email, emailVerified, createdAt, lastSeen } = member;
  return (
    <header>
      <h1 className="text-2xl break-words">{username}</h1>
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
        <Action
          label={COPY.reset.label}
          before={COPY.reset.before(email)}
          act={(form) => sendResetMail(id, reasonOf(form))}
          after={() => COPY.reset.after(email)}
        />
        <Action
          label={COPY.change.label}
          before={COPY.change.before(email)}
          act={(form) =>
            changeAddress(id, { email: textOf(form, 'email'), reason: reasonOf(form) })
          }
          after={(now) =>
            now.pendingEmail
              ? COPY.change.waits(now.pendingEmail, now.email)
              : COPY.change.changed(now.email)
          }
        >
          {(errors) => (
            <Field label={COPY.change.field} error={errors.email}>
              {(control) => <TextInput {...control} type="email" name="email" autoComplete="off" />}
            </Field>
          )}
        </Action>
      </div>
    </header>
  );
}
