// Changes one session: its title, time or place. Only what differs is sent.
import { useId, useRef, useState } from 'react';

import { wallTime } from '@/lib/format/dates-in-zones';
import { Button } from '@/ui/button';
import { useAfterClose } from '@/ui/focus';
import { useForm } from '@/ui/form/use-form';

import { useOneAction } from '../action/one-action';
import { useStaffAction } from '../action/use-staff-action';
import { editLive, type LiveDetails } from './api';
import { FormFrame } from './form-frame';
import { changeSchema, placeOf, showSessionFailure } from './schemas';
import { SessionFields } from './session-fields';

const COPY = {
  change: 'Change',
  moved: 'Members with access are mailed the old time and the new one. The other dates stay.',
  quiet: 'Changes this date alone. No one is mailed, because its time stays.',
  done: 'The session is changed.',
  same: 'Nothing was changed.',
  doneMoved: 'The session is moved, and members with access are being mailed.',
};

const MINUTE_MS = 60_000;

function valuesOf({ title, startsAt, endsAt, zone, join, channel }: LiveDetails) {
  return {
    title,
    start: wallTime(startsAt, zone),
    zone,
    minutes: String((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS),
    place: join ?? channel ?? '',
  };
}

type Values = ReturnType<typeof valuesOf>;

const isMoved = (now: Values, before: Values) =>
  now.start !== before.start || now.zone !== before.zone || now.minutes !== before.minutes;

function changesOf(now: Values, before: Values) {
  return {
    ...(now.title === before.title ? {} : { title: now.title }),
    ...(now.start === before.start ? {} : { start: now.start }),
    ...(now.zone === before.zone ? {} : { zone: now.zone }),
    ...(now.minutes === before.minutes ? {} : { minutes: Number(now.minutes) }),
    ...(now.place === before.place ? {} : placeOf(now.place)),
  };
}

export function Change({ session }: { session: LiveDetails }) {
  const id = useId();
  const [open, setOpen] = useOneAction(id);
  const [outcome, setOutcome] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  useAfterClose(open, () => opener.current?.focus());
  return (
    <div className={open || outcome !== '' ? 'w-full' : undefined}>
      {open ? (
        <ChangeForm
          session={session}
          onClose={() => setOpen(false)}
          onChanged={(said) => {
            setOutcome(said);
            setOpen(false);
          }}
        />
      ) : (
        <Button
          ref={opener}
          size="small"
          look="secondary"
          aria-expanded={false}
          onClick={() => {
            setOutcome('');
            setOpen(true);
          }}
        >
          {COPY.change}
        </Button>
      )}
      <p role="status" className="mt-2 text-sm font-semibold text-accent empty:hidden">
        {outcome}
      </p>
    </div>
  );
}

interface ChangeFormProps {
  session: LiveDetails;
  onClose: () => void;
  onChanged: (said: string) => void;
}

function ChangeForm({ session, onClose, onChanged }: ChangeFormProps) {
  // What is compared with stays what the form began with, also when the page loads it again.
  const [before] = useState(() => valuesOf(session));
  const form = useForm({ schema: changeSchema, defaultValues: before });
  const { register } = form;
  const { errors } = form.formState;
  const change = useStaffAction(
    (now: Values) => editLive(session.id, changesOf(now, before)),
    (_, now) => onChanged(isMoved(now, before) ? COPY.doneMoved : COPY.done),
  );
  const submit = form.handleSubmit((now) => {
    if (Object.keys(changesOf(now, before)).length === 0) onChanged(COPY.same);
    else change.mutate(now, { onError: (error) => showSessionFailure(form, error) });
  });
  return (
    <FormFrame
      label={COPY.change}
      before={isMoved(form.watch(), before) ? COPY.moved : COPY.quiet}
      error={errors.root?.message}
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <SessionFields register={register} errors={errors} />
    </FormFrame>
  );
}
