// Native radio buttons in a fieldset, each in a box of its own.
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';

import { FieldError } from './field-error';

interface Option {
  value: string;
  label: ReactNode;
}

interface RadioGroupProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'value'> {
  legend: string;
  options: readonly Option[];
  error?: string | undefined;
}

export function RadioGroup({ legend, options, error, className, ...rest }: RadioGroupProps) {
  const id = useId();
  return (
    <fieldset
      className={className}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-2 sm:auto-cols-fr sm:grid-flow-col">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-box border border-line-strong bg-surface-raised px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              {...rest}
              type="radio"
              value={option.value}
              className="size-5 shrink-0 accent-accent"
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
