// What was done, above a list that what was changed has left: the focus goes there, because the form that had it is gone.
import { useEffect, useRef } from 'react';

/** A new object is said anew, also with the same text. */
export interface Said {
  text: string;
}

export const NOTHING_SAID: Said = { text: '' };

export function Outcome({ said }: { said: Said }) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (said.text !== '') element.current?.focus();
  }, [said]);
  return (
    <p
      ref={element}
      role="status"
      tabIndex={-1}
      className="mb-4 text-sm font-semibold text-accent outline-none empty:hidden"
    >
      {said.text}
    </p>
  );
}
