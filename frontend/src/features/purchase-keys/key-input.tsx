// The input of a purchase key: capital letters, no spell check, digits of equal width.
import type { ComponentPropsWithRef } from 'react';

import { TextInput } from '@/ui/form/text-input';

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
