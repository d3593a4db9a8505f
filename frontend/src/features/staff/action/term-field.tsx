// For how long: one of the usual terms, or another that is written as the commands write it.
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '@/ui/form/field';
import { inputStyle } from '@/ui/form/input-style';
import { TextInput } from '@/ui/form/text-input';

import { isOffered, TERMS } from './term';

const COPY = {
  label: 'How long',
  choose: 'Choose how long',
  other: 'Other…',
  otherLabel: 'Other length',
  hint: 'Months, days or no end: 3m, 90d or lifetime.',
};
const OTHER = 'other';

interface TermFieldProps {
  term: UseFormRegisterReturn;
  /** The term that the form has now. */
  given: string;
  error: string | undefined;
}

/** The form has one field for the term: the choice is it, or the text beside it. */
export function TermField({ term, given, error }: TermFieldProps) {
  const [isOther, setIsOther] = useState(given !== '' && !isOffered(given));
  const choose = (value: string) => {
    setIsOther(value === OTHER);
    void term.onChange({ target: { name: term.name, value: value === OTHER ? '' : value } });
  };
  return (
    <div className="grid gap-4">
      <Field label={COPY.label} error={isOther ? undefined : error}>
        {(control) => (
          <select
            {...control}
            ref={isOther ? undefined : term.ref}
            name={term.name}
            className={inputStyle}
            value={isOther ? OTHER : given}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">{COPY.choose}</option>
            {TERMS.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
            <option value={OTHER}>{COPY.other}</option>
          </select>
        )}
      </Field>
      {isOther && (
        <Field label={COPY.otherLabel} hint={COPY.hint} error={error}>
          {(control) => (
            <TextInput
              {...control}
              {...term}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </div>
  );
}
