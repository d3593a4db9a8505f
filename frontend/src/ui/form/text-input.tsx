// A one-line text control.
import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/lib/class-names';

import { inputStyle } from './input-style';

export function TextInput({ className, type = 'text', ...rest }: ComponentPropsWithRef<'input'>) {
  return <input {...rest} type={type} className={classNames(inputStyle, className)} />;
}
