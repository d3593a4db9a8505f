// A price, a sum or a size that is typed.
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

interface PriceFieldProps {
  label: string;
  value: string;
  error?: string | undefined;
  hint?: string | undefined;
  onChange: (text: string) => void;
}

export function PriceField({ label, value, error, hint, onChange }: PriceFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} className="min-w-0 flex-1">
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
