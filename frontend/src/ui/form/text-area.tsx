// A multi-line text control.
import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/lib/class-names';

import { inputStyle } from './input-style';

export function TextArea({ className, rows = 6, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return <textarea {...rest} rows={rows} className={classNames(inputStyle, className)} />;
}
