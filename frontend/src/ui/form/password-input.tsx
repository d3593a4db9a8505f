// A password control with a button that shows the password.
import { useState, type ComponentPropsWithRef } from 'react';
import { Eye, EyeOff } from 'lucide-react';

import { classNames } from '@/lib/class-names';

import { inputStyle } from './input-style';

export function PasswordInput({
  className,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={classNames(inputStyle, 'pr-12', className)}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-box text-ink-muted hover:text-ink"
      >
        <Icon aria-hidden size={20} />
      </button>
    </div>
  );
}
