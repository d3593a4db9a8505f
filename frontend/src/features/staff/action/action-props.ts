// What an action is made of.
import type { ReactNode } from 'react';

import type { ButtonLook } from '@/ui/button-style';
import type { Elements } from '@/ui/elements';

import type { FieldErrors } from './fields';

export interface ActionProps<Done> {
  /** Of the button that opens the form, and of the button that acts. */
  label: string;
  look?: ButtonLook;
  /** The id of what names the thing that is changed. */
  of?: string;
  /** Whether it can be done now; what was done before stays readable when it cannot. */
  offered?: boolean;
  /** What will happen. */
  before: ReactNode;
  /** The fields beside the reason. */
  children?: (errors: FieldErrors) => Elements;
  act: (form: FormData) => Promise<Done>;
  /** What did happen. */
  after: (done: Done) => string;
  /** `no` where what did happen is said with keys. */
  translate?: 'no';
  className?: string;
}
