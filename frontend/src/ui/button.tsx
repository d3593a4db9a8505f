// A button. While `busy` it is disabled and announced as busy.
import type { ComponentPropsWithRef } from 'react';

import { buttonStyle, type ButtonLook, type ButtonSize } from './button-style';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  look?: ButtonLook;
  size?: ButtonSize;
  busy?: boolean;
}

export function Button({
  look = 'primary',
  size = 'normal',
  busy = false,
  className,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonStyle(look, size, className)}
    />
  );
}
