// Under the picture of a lesson: the way to its market, which stands below the fold.
import { Button } from '@/ui/button';

import { REPLAY_ID } from '../lesson-replay';

const COPY = { action: 'Your turn' };

interface TurnButtonProps {
  /** The market is on the page. */
  ready: boolean;
}

export function TurnButton({ ready }: TurnButtonProps) {
  const show = () => {
    const heading = document.getElementById(REPLAY_ID);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <Button look="secondary" size="small" aria-disabled={!ready || undefined} onClick={show}>
      {COPY.action}
    </Button>
  );
}
