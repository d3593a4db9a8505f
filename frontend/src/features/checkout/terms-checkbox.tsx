// Consent to the terms, required for every purchase. Its links open in a new tab, so the form keeps its input.
import type { UseFormRegisterReturn } from 'react-hook-form';

import { paths } from '@/lib/paths';
import { Checkbox } from '@/ui/form/checkbox';

interface TermsCheckboxProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

const link = 'text-accent underline underline-offset-4';

export function TermsCheckbox({ field, error }: TermsCheckboxProps) {
  return (
    <Checkbox
      {...field}
      error={error}
      label={
        <span>
          I agree to the{' '}
          <a href={paths.terms()} target="_blank" className={link}>
            Terms of Service
          </a>{' '}
          and the{' '}
          <a href={paths.privacy()} target="_blank" className={link}>
            Privacy Policy
          </a>
          <span className="sr-only"> (both open in a new tab)</span>
        </span>
      }
    />
  );
}
