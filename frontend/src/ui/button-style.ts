// The style of buttons and of links that look like buttons.
import { classNames } from '@/lib/class-names';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

const base =
  'inline-flex items-center justify-center gap-2 rounded-box border font-semibold text-center ' +
  'no-underline transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-60 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-60';

const looks: Record<ButtonLook, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink enabled:not-aria-disabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary:
    'border-line-strong bg-transparent text-ink enabled:not-aria-disabled:hover:border-ink [a&]:hover:border-ink',
  quiet:
    'border-transparent bg-transparent text-ink enabled:not-aria-disabled:hover:bg-surface-sunken [a&]:hover:bg-surface-sunken',
  danger: 'border-danger bg-transparent text-danger enabled:not-aria-disabled:hover:bg-danger-soft',
};

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-12 px-5 py-2 text-base',
  small: 'min-h-10 px-4 py-1 text-sm',
};

export function buttonStyle(look: ButtonLook, size: ButtonSize, extra?: string): string {
  return classNames(base, looks[look], sizes[size], extra);
}
