// Which session comes next, which come after it, and which are past. Sessions are sorted by their start.
import type { LiveSession } from './api';

type Stage = LiveSession['state'];
type Dates = Pick<LiveSession, 'startsAt' | 'endsAt' | 'joinsAt' | 'state'>;

/** The state at a moment: what the server said may be some minutes old. */
export function stageAt({ state, joinsAt, endsAt }: Dates, now: number): Stage {
  if (state === 'cancelled') return state;
  if (Date.parse(endsAt) <= now) return 'ended';
  return Date.parse(joinsAt) <= now ? 'open' : 'planned';
}

const isOver = ({ endsAt }: Dates, now: number) => Date.parse(endsAt) <= now;

/** Of those that have not ended and are not cancelled, the first. */
export function nextOf<Session extends Dates>(
  sessions: readonly Session[],
  now: number,
): Session | undefined {
  return sessions.find((session) => session.state !== 'cancelled' && !isOver(session, now));
}

/** Those that have not ended, cancelled ones too. */
export function comingOf<Session extends Dates>(
  sessions: readonly Session[],
  now: number,
): Session[] {
  return sessions.filter((session) => !isOver(session, now));
}

/** The newest first. */
export function pastOf<Session extends Dates>(sessions: readonly Session[], now: number) {
  return sessions.filter((session) => isOver(session, now)).toReversed();
}
