// Under the picture: asks about the second at which the lesson is.
import { useSyncExternalStore } from 'react';

import { formatDuration } from '@/lib/format/durations';
import { Button } from '@/ui/button';

const COPY = {
  second: (time: string) => `Ask about ${time}`,
  lesson: 'Ask about this lesson',
};

interface AskButtonProps {
  playback: { subscribe: (listener: () => void) => () => void; position: () => number };
  /** At 0 it is about the whole lesson. */
  onAsk: (seconds: number) => void;
}

export function AskButton({ playback, onAsk }: AskButtonProps) {
  const seconds = useSyncExternalStore(playback.subscribe, () => Math.floor(playback.position()));
  return (
    <Button look="quiet" size="small" className="figures" onClick={() => onAsk(seconds)}>
      <span>{seconds > 0 ? COPY.second(formatDuration(seconds)) : COPY.lesson}</span>
    </Button>
  );
}
