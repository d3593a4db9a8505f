// Tabs after the WAI-ARIA pattern: arrows move, the panel belongs to its tab.
import * as Radix from '@radix-ui/react-tabs';
import type { ComponentPropsWithRef } from 'react';

import { classNames } from '@/lib/class-names';

export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

export function TabList({ className, ...rest }: ComponentPropsWithRef<typeof Radix.List>) {
  return (
    <Radix.List
      {...rest}
      className={classNames('flex gap-1 overflow-x-auto border-b border-line', className)}
    />
  );
}

export function Tab({ className, ...rest }: ComponentPropsWithRef<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...rest}
      className={classNames(
        '-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-semibold text-ink-muted hover:text-ink',
        'data-[state=active]:border-accent data-[state=active]:text-ink',
        className,
      )}
    />
  );
}
