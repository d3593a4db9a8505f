// A box with a border and a raised background.
import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/lib/class-names';

export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-box border border-line bg-surface-raised', className)}
    />
  );
}
