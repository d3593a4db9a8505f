// The next session of the next seven days; renders nothing without one.
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { lazyPart } from '@/ui/lazy-part';

import { liveQuery } from '../api';
import { nextOf } from '../order';
import { useMoment } from '../time/use-moment';

// With its times in zones, which a member without a session does not need.
const SoonCard = lazyPart(async () => (await import('./soon-card')).SoonCard);

const SOON_MS = 7 * 86_400_000;
/** The card's height on a phone, where the button is below the text, and beside it. */
const CARD_HEIGHT = 'min-h-[18.25rem] sm:min-h-[10.375rem]';

export function NextLive() {
  const { data: sessions = [] } = useQuery(liveQuery);
  const now = useMoment();
  const next = nextOf(sessions, now);
  if (next === undefined || Date.parse(next.startsAt) - now > SOON_MS) return null;
  return (
    <Suspense fallback={<div className={CARD_HEIGHT} />}>
      <SoonCard session={next} />
    </Suspense>
  );
}
