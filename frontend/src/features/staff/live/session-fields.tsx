// The fields that planning and changing a session share.
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

const COPY = {
  title: 'Title',
  start: 'Day and time',
  zone: 'Time zone',
  zoneHint: 'The time above is what its clocks show.',
  minutes: 'Minutes',
  place: 'Where',
  placeHint:
    'An https address, or the number of a Discord channel. Members get it only when they press Join.',
};

type Name = 'title' | 'start' | 'zone' | 'minutes' | 'place';

interface SessionFieldsProps {
  register: (name: Name) => UseFormRegisterReturn;
  errors: Partial<Record<Name, { message?: string }>>;
}

export function SessionFields({ register, errors }: SessionFieldsProps) {
  const zones = useId();
  return (
    <>
      <Field label={COPY.title} error={errors.title?.message}>
        {(control) => (
          <TextInput {...control} {...register('title')} maxLength={100} autoComplete="off" />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-[3fr_1fr]">
        <Field label={COPY.start} error={errors.start?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register('start')}
              type="datetime-local"
              className="figures"
            />
          )}
        </Field>
        <Field label={COPY.minutes} error={errors.minutes?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register('minutes')}
              inputMode="numeric"
              autoComplete="off"
              className="figures"
            />
          )}
        </Field>
      </div>
      <Field label={COPY.zone} hint={COPY.zoneHint} error={errors.zone?.message}>
        {(control) => (
          <>
            <TextInput
              {...control}
              {...register('zone')}
              list={zones}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <datalist id={zones}>
              {Intl.supportedValuesOf('timeZone').map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label={COPY.place} hint={COPY.placeHint} error={errors.place?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('place')}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  );
}
