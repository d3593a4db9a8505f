// The card of a lesson's market. With it comes the script of the room that it leads to, so that a press opens the room at once.
import { lazyPart } from '@/ui/lazy-part';

import { runRoom } from '../course-view';

export const TurnCard = lazyPart(async () => {
  runRoom.prefetch();
  return (await import('@/features/replay/lesson/turn-card')).TurnCard;
});
