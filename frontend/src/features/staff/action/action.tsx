// A button beside what it changes. It opens a form that says what will happen and asks for the reason; afterwards the button's place
// says what did happen, until another form is opened; keys, which stand nowhere else, stay.
import { useId, useRef, useState } from 'react';

import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/button';
import { useAfterClose } from '@/ui/focus';

import { ActionForm } from './action-form';
import type { ActionProps } from './action-props';
import { useOneAction } from './one-action';

export function Action<Sent, Done>(props: ActionProps<Sent, Done>) {
  const {
    form,
    label,
    look = 'secondary',
    of,
    offered = true,
    after,
    translate,
    className,
  } = props;
  const id = useId();
  const [open, setOpen, isOtherOpen] = useOneAction(id);
  const [outcome, setOutcome] = useState('');
  if (isOtherOpen && outcome !== '' && translate !== 'no') setOutcome('');
  const opener = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  useAfterClose(open, () => (opener.current ?? said.current)?.focus());
  // The button that had the focus goes with the answer that says that it was done.
  useAfterClose(offered, () => outcome !== '' && said.current?.focus());

  return (
    <div className={classNames('min-w-0', open && 'w-full', className)}>
      {open && offered ? (
        <ActionForm
          {...props}
          look={look}
          onClose={() => setOpen(false)}
          onDone={(done, sent) => {
            form.reset();
            setOutcome(after(done, sent));
            setOpen(false);
          }}
        />
      ) : (
        offered && (
          <Button
            ref={opener}
            look={look}
            size="small"
            aria-describedby={of}
            aria-expanded={false}
            onClick={() => {
              setOutcome('');
              form.reset(undefined, { keepValues: true });
              setOpen(true);
            }}
          >
            {label}
          </Button>
        )
      )}
      <p
        ref={said}
        role="status"
        translate={translate}
        tabIndex={-1}
        className={classNames(
          'max-h-80 overflow-y-auto text-sm font-semibold break-words whitespace-pre-line text-accent',
          outcome !== '' && 'mt-2',
        )}
      >
        {outcome}
      </p>
    </div>
  );
}
