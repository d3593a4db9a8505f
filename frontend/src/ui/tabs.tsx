// Tabs after the WAI-ARIA pattern: one stop of the Tab key, arrows select the next one. Many tabs wrap, so that none is cut off.
import { createContext, use, useId, type ComponentPropsWithRef, type KeyboardEvent } from 'react';

import { classNames } from '@/lib/class-names';

interface TabsState {
  id: string;
  value: string;
  select: (value: string) => void;
}

const TabsContext = createContext<TabsState>({ id: '', value: '', select: () => {} });

interface TabsProps extends ComponentPropsWithRef<'div'> {
  /** The selected tab. */
  value: string;
  onValueChange: (value: string) => void;
}

export function Tabs({ value, onValueChange, ...rest }: TabsProps) {
  const id = useId();
  return (
    <TabsContext value={{ id, value, select: onValueChange }}>
      <div {...rest} />
    </TabsContext>
  );
}

export function TabList({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return (
    <div
      {...rest}
      role="tablist"
      tabIndex={-1}
      className={classNames('flex flex-wrap gap-2 outline-none', className)}
      onKeyDown={moveFocus}
    />
  );
}

type TabProps = ComponentPropsWithRef<'button'> & { value: string };

export function Tab({ value, className, ...rest }: TabProps) {
  const tabs = use(TabsContext);
  const selected = value === tabs.value;
  const select = () => {
    if (!selected) tabs.select(value);
  };
  return (
    <button
      {...rest}
      type="button"
      role="tab"
      id={`${tabs.id}-tab-${value}`}
      aria-selected={selected}
      aria-controls={`${tabs.id}-panel-${value}`}
      tabIndex={selected ? 0 : -1}
      onClick={select}
      onFocus={select}
      className={classNames(
        'min-h-9 max-w-full rounded-box border border-line px-3 py-1 text-left text-xs font-semibold text-ink-muted',
        'hover:border-line-strong hover:text-ink',
        'aria-selected:border-accent aria-selected:bg-accent-soft aria-selected:text-ink',
        className,
      )}
    />
  );
}

type TabPanelProps = ComponentPropsWithRef<'div'> & { value: string };

export function TabPanel({ value, children, className, ...rest }: TabPanelProps) {
  const tabs = use(TabsContext);
  const shown = value === tabs.value;
  return (
    <div
      {...rest}
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      tabIndex={0}
      hidden={!shown}
      className={shown ? className : undefined}
    >
      {shown && children}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const to = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at <= 0 ? tabs.length : at) - 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  tabs[to]?.focus();
}
