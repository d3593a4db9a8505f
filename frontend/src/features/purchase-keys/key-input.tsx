// The field of a purchase key: capitals, no spelling help, digits of one width.
import type { ComponentPropsWithRef } from 'react';

import { TextInput } from '@/ui/text-input';

export function KeyInput(props: Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'>) {
  return (
    <TextInput
      {...props}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="tracking-wide figures"
    />
  );
}
