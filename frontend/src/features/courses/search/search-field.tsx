// The field that searches the member's courses. The / key focuses it from anywhere on the page.
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { classNames } from '@/lib/class-names';

import { readPreferences } from '../player/store/player-preferences';
import { LONGEST_QUERY } from './search-query';

const COPY = { label: 'Search your courses', hint: 'Search lessons' };

const TYPING = 'input, textarea, select, [contenteditable], dialog, [role="menu"], [data-own-keys]';

interface SearchFieldProps {
  initial?: string;
  /** Asked with Enter. */
  onSubmit: (q: string) => void;
  /** Called with each change, when given. */
  onType?: (q: string) => void;
  /** The / key was pressed where the field is not visible. */
  onHiddenFocus?: () => void;
  focused?: boolean;
  className?: string;
}

export function SearchField(props: SearchFieldProps) {
  const { initial = '', onSubmit, onType, onHiddenFocus, focused = false, className } = props;
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const hidden = useEffectEvent(() => onHiddenFocus?.());
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || (target instanceof Element && target.closest(TYPING))) return;
      if (!readPreferences().keys) return;
      event.preventDefault();
      const field = input.current;
      if (field && (field.checkVisibility?.() ?? true)) {
        field.focus();
        field.select();
      } else {
        hidden();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <form
      role="search"
      className={classNames('relative', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text.trim());
      }}
    >
      <Search
        aria-hidden
        size={16}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-muted"
      />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={COPY.label}
        aria-keyshortcuts="/"
        placeholder={COPY.hint}
        autoComplete="off"
        maxLength={LONGEST_QUERY}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onType?.(event.currentTarget.value.trim());
        }}
        className="h-10 w-full rounded-box border border-line-strong bg-surface-raised pr-3 pl-9 text-sm text-ink placeholder:text-ink-muted"
      />
    </form>
  );
}
