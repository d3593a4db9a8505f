// A short explanation on hover and focus. It opens after 700 ms; a second one within 300 ms opens at once
// (specification, section 9). It stays while the pointer is on it, and Escape closes it (WCAG 1.4.13).
import { useEffect, useId, useRef, useState } from 'react';

import type { Elements } from '../elements';
import { keepInWindow } from './keep-in-window';

const DELAY_MS = 700;
const AT_ONCE_WITHIN_MS = 300;

/** When the last explanation was closed; all of them share it. */
let closedAt = Number.NEGATIVE_INFINITY;

interface TooltipProps {
  text: string;
  /** The control that it explains, with the attributes that connect them. It must be focusable. */
  children: (described: { 'aria-describedby': string | undefined }) => Elements;
}

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    if (open) closedAt = performance.now();
    setOpen(false);
  };
  const hover = () => {
    clearTimeout(timer.current);
    const delay = performance.now() - closedAt < AT_ONCE_WITHIN_MS ? 0 : DELAY_MS;
    timer.current = setTimeout(() => setOpen(true), delay);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it holds the control
    <span
      className="relative inline-flex shrink-0"
      onPointerEnter={(event) => {
        // A finger has no hover; its press gives the focus.
        if (event.pointerType !== 'touch') hover();
      }}
      onPointerLeave={close}
      onFocus={() => setOpen(true)}
      onBlur={close}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      {children({ 'aria-describedby': open ? id : undefined })}
      {open && (
        <span
          ref={keepInWindow}
          id={id}
          role="tooltip"
          // The padding above the control is part of it, so that the pointer can reach the text.
          className="absolute bottom-full left-0 z-50 w-max max-w-[min(var(--container-narrow),calc(100vw-1.5rem))] animate-rise pb-1.5"
        >
          <span className="block rounded-box bg-ink px-3 py-2 text-sm text-surface shadow-raised">
            {text}
          </span>
        </span>
      )}
    </span>
  );
}
