// Centres content at the width of a page.
import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/lib/class-names';

export function Container({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return (
    <div {...rest} className={classNames('mx-auto w-full max-w-page px-4 sm:px-6', className)} />
  );
}
