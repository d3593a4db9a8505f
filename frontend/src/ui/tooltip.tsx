// A short explanation on hover and focus. It opens after 700 ms; a second one within 300 ms opens at once
// (specification, section 9).
import * as Radix from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';

interface TooltipProps {
  text: string;
  /** The control that it explains. It must accept a ref and be focusable. */
  children: ReactNode;
}

export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-narrow animate-rise rounded-box bg-ink px-3 py-2 text-sm text-surface shadow-raised"
        >
          {text}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
