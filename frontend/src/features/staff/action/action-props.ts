// What an action is made of.
import type { ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';

import type { ButtonLook } from '@/ui/button-style';
import type { Elements } from '@/ui/elements';
import type { Form } from '@/ui/form/use-form';

interface Reasoned {
  reason: string;
}

/** What an action needs of its form, which may have more fields than the reason. */
interface ReasonedForm<Sent> extends Pick<
  Form<Reasoned, Sent>,
  'handleSubmit' | 'showFieldErrors'
> {
  register: UseFormRegister<Reasoned>;
  formState: { errors: { reason?: { message?: string }; root?: { message?: string } } };
  setError: (name: 'root', error: { message: string }) => void;
  reset: (values?: undefined, options?: { keepValues: boolean }) => void;
}

export interface ActionProps<Sent, Done> {
  form: ReasonedForm<Sent>;
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
  children?: Elements;
  act: (sent: Sent) => Promise<Done>;
  /** What did happen. */
  after: (done: Done, sent: Sent) => string;
  /** `no` where what did happen is said with keys. */
  translate?: 'no';
  className?: string;
}
