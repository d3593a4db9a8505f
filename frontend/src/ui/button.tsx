// A button. While `busy` it is announced as busy, does nothing when it is pressed, and keeps the focus: a disabled button loses it.
import type { ComponentPropsWithRef, MouseEvent } from 'react';

import { buttonStyle, type ButtonLook, type ButtonSize } from './button-style';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  look?: ButtonLook;
  size?: ButtonSize;
  busy?: boolean;
}

/** Enter in a field presses the form's button too (HTML, "implicit submission"): what is on its way is not sent again. */
const refuse = (event: MouseEvent) => event.preventDefault();

export function Button({
  look = 'primary',
  size = 'normal',
  busy = false,
  className,
  onClick,
  type = 'button',
  'aria-disabled': unavailable,
  ...rest
}: ButtonProps) {
  const inert = busy || unavailable === true;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={inert ? refuse : onClick}
      className={buttonStyle(look, size, className)}
    />
  );
}
