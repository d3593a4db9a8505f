// In which shown bar a fill is. An answer says it of what happened in it; of earlier fills the server is asked, because charts may lack
// rows and the number of a fill does not say its time.
import type { Run, RunCalls } from '../shapes';
import { fillsOf } from './fills';

export type Places = ReadonlyMap<number, string>;

/** What an answer says of its own events; `forming`: the bar before it was not complete. */
export function placesIn({ at, bars, events }: Run, forming: boolean): [number, string][] {
  const last = bars.at(-1)?.[0];
  const moved = forming ? bars.length : bars.length - 1;
  return events.flatMap(({ at: when }): [number, string][] =>
    last !== undefined && (moved === 1 || when === at) ? [[when, String(last)]] : [],
  );
}

/** Asked of one page at most: a run of many trades has its latest ones. */
const MOST_ASKED = 40;

interface Located {
  run: Run;
  places: Places;
}

/** Asks for the places that are missing, the latest first and one at a time, until there is no answer. */
export function createLocator(
  calls: RunCalls,
  current: () => Located | undefined,
  found: (places: Places) => void,
): () => Promise<void> {
  const asked = new Set<number>();
  let asking = false;
  const next = () => {
    const now = current();
    if (!now || asked.size >= MOST_ASKED) return undefined;
    const missing = fillsOf(now.run)
      .map(({ at }) => at)
      .findLast((at) => !now.places.has(at) && !asked.has(at));
    return missing === undefined ? undefined : { id: now.run.id, at: missing };
  };
  return async () => {
    if (asking) return;
    asking = true;
    try {
      for (let fill = next(); fill; fill = next()) {
        asked.add(fill.at);
        const { bars } = await calls.read(fill.id, fill.at);
        const [time] = bars[0] ?? [];
        const now = current();
        if (now && time !== undefined) found(new Map([...now.places, [fill.at, String(time)]]));
      }
    } catch {
      // The chart is drawn without the arrow.
    }
    asking = false;
  };
}
