// Whether a dialog that a button opens is there, and why what it asked for was not done: said in the dialog, or in a toast where the dialog
// was closed or its page left before the answer came.
import { useEffect, useRef, useState } from 'react';

import { toast } from '../toast/toast';
import type { DialogFailure } from './dialog';

interface Asking {
  asking: boolean;
  failure: DialogFailure | undefined;
  open: () => void;
  close: () => void;
  /** Begins a try: what was said of the one before goes. */
  begin: () => void;
  fail: (failure: DialogFailure) => void;
}

export function useAsking(): Asking {
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<DialogFailure>();
  const isOpen = useRef(false);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const show = (next: boolean) => {
    isOpen.current = next;
    setFailure(undefined);
    setAsking(next);
  };
  return {
    asking,
    failure,
    open: () => show(true),
    close: () => show(false),
    begin: () => setFailure(undefined),
    fail: (why) => {
      if (isOpen.current) setFailure(why);
      else toast({ ...why, destructive: true });
    },
  };
}
