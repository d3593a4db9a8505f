// Copies a link to the second at which the lesson is.
import { Button } from '@/ui/button';
import { copyLink } from '@/ui/toast/copy-link';

import { formatDuration } from '@/lib/format/durations';
import type { Playback } from '../player/store/playback';

const COPY = {
  action: 'Copy link to this second',
  copied: (time: string) => ({
    title: 'Link copied',
    description: `It opens the lesson at ${time}.`,
  }),
};

interface ShareSecondProps {
  playback: Playback;
  addressAt: (seconds: number) => string;
}

export function ShareSecond({ playback, addressAt }: ShareSecondProps) {
  const share = () => {
    const seconds = Math.floor(playback.position());
    void copyLink(addressAt(seconds), COPY.copied(formatDuration(seconds)));
  };
  return (
    <Button look="quiet" size="small" onClick={share}>
      {COPY.action}
    </Button>
  );
}
