// Tabs after the WAI-ARIA pattern. Many tabs wrap, so that none is cut off.
import * as Radix from '@radix-ui/react-tabs';
import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/lib/class-names';

export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

export function TabList({ className, ...rest }: ComponentPropsWithRef<typeof Radix.List>) {
  return <Radix.List {...rest} className={classNames('flex flex-wrap gap-2', className)} />;
}

export function Tab({ className, ...rest }: ComponentPropsWithRef<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...rest}
      className={classNames(
        'min-h-9 max-w-full rounded-box border border-line px-3 py-1 text-left text-xs font-semibold text-ink-muted',
        'hover:border-line-strong hover:text-ink',
        'data-[state=active]:border-accent data-[state=active]:bg-accent-soft data-[state=active]:text-ink',
        className,
      )}
    />
  );
}
