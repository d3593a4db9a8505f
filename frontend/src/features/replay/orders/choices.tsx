// One of a few, side by side: native radio buttons that look like one control.
import { useId } from 'react';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="flex overflow-hidden rounded-box border border-line-strong">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11.5 flex-1 cursor-pointer items-center justify-center border-line-strong px-1 text-sm figures not-first:border-l has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-current"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {/* Over the input, which takes the whole place: a press on the text reaches it through the label. */}
            <span className="relative">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
