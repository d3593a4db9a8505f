// The two sides of an order, each of which opens its ticket.
import { Button } from '@/ui/button';

import type { Side } from '../shapes';

interface SideButtonsProps {
  disabled: boolean;
  onOpen: (side: Side) => void;
}

const COPY = { buy: 'Buy', sell: 'Sell' };

export function SideButtons({ disabled, onOpen }: SideButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button aria-keyshortcuts="b" aria-disabled={disabled} onClick={() => onOpen('long')}>
        {COPY.buy}
      </Button>
      <Button
        aria-keyshortcuts="s"
        look="secondary"
        aria-disabled={disabled}
        onClick={() => onOpen('short')}
      >
        {COPY.sell}
      </Button>
    </div>
  );
}
