// Whether a lesson has a replay: the lesson page asks before it loads the rest.
import type { LessonReplay } from './shapes';

/** The heading of the replay on the lesson's page. */
export const REPLAY_ID = 'replay';

export function replayOf(content: object): LessonReplay | undefined {
  return 'replay' in content && isReplay(content.replay) ? content.replay : undefined;
}

function isReplay(value: unknown): value is LessonReplay {
  return typeof value === 'object' && value !== null && 'instrument' in value;
}
