// The options of a choice, each a checkbox in a box: one or several may be right, and how many is not said.
import { Check, X } from 'lucide-react';
import { useId } from 'react';

import { classNames } from '@/lib/class-names';
import { FieldError } from '@/ui/form/field-error';

interface ChoiceFieldsProps {
  options: readonly string[];
  language: string | undefined;
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  locked: boolean;
  error: string | undefined;
  right: readonly number[] | undefined;
}

const COPY = {
  legend: 'Choose every right answer',
  right: 'Right',
  wrong: 'Not right',
};

export function ChoiceFields(props: ChoiceFieldsProps) {
  const { options, language, chosen, onChange, locked, error, right } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-2 text-sm font-semibold">{COPY.legend}</legend>
      <div className="grid max-w-prose gap-2">
        {options.map((option, index) => {
          const checked = chosen.includes(index);
          const isRight = right?.includes(index) ?? false;
          const isWrong = right !== undefined && checked && !isRight;
          return (
            <label
              key={index}
              className={classNames(
                'flex min-h-12 items-start gap-3 rounded-box border px-3 py-2.5',
                isRight || (right === undefined && checked)
                  ? 'border-accent bg-accent-soft'
                  : isWrong
                    ? 'border-danger bg-danger-soft'
                    : 'border-line-strong bg-surface-raised',
                !locked && 'cursor-pointer',
              )}
            >
              <input
                type="checkbox"
                checked={checked}
                aria-disabled={locked || undefined}
                onChange={() => {
                  if (locked) return;
                  onChange(checked ? chosen.filter((one) => one !== index) : [...chosen, index]);
                }}
                className="mt-1 size-5 shrink-0 accent-accent"
              />
              <span lang={language} dir="auto" className="min-w-0 flex-1">
                {option}
              </span>
              {isRight && (
                <span className="mt-0.5 flex shrink-0 items-center gap-1 text-sm font-semibold text-accent">
                  <Check aria-hidden size={16} />
                  {COPY.right}
                </span>
              )}
              {isWrong && (
                <span className="mt-0.5 flex shrink-0 items-center gap-1 text-sm font-semibold text-danger">
                  <X aria-hidden size={16} />
                  {COPY.wrong}
                </span>
              )}
            </label>
          );
        })}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
