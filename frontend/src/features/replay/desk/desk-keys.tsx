// The desk's keys: they act while the focus is on the desk, and not in a field.
import { useEffect, useEffectEvent, type RefObject } from 'react';

import { FoldOut } from './fold-out';

export type DeskCommand = 'bar' | 'step' | 'event' | 'play' | 'buy' | 'sell' | 'away';

const COMMANDS = new Map<string, DeskCommand>([
  ['n', 'bar'],
  ['t', 'step'],
  ['e', 'event'],
  ['p', 'play'],
  ['b', 'buy'],
  ['s', 'sell'],
]);
const LIST: readonly [keys: string, what: string][] = [
  ['N', 'next bar'],
  ['T', 'one step'],
  ['E', 'to the next event'],
  ['P', 'play or pause'],
  ['B', 'buy'],
  ['S', 'sell'],
  ['Esc', 'put the order away'],
  ['← →', 'read the bars, with the focus on the chart; + and − zoom'],
  ['↑ ↓', 'move a line by a tick, with Shift by ten; Enter sends it'],
];
const TITLE = 'Keys';

/** `run` says whether it had the command to do. Keys that are done reach no other part of the page. */
export function useDeskKeys(
  desk: RefObject<HTMLElement | null>,
  run: (command: DeskCommand) => boolean,
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const command = deskCommand(event);
    if (!command || !run(command)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const element = desk.current;
    const listener = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [desk]);
}

function deskCommand(event: KeyboardEvent): DeskCommand | undefined {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Escape') return 'away';
  if (target instanceof HTMLElement && target.closest('input, select, textarea')) return undefined;
  return COMMANDS.get(key.toLowerCase());
}

export function DeskKeys() {
  return (
    <FoldOut label={TITLE} place="right-0 bottom-full w-96" className="max-md:hidden">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {LIST.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="font-semibold">{keys}</dt>
            <dd className="text-ink-muted">{what}</dd>
          </div>
        ))}
      </dl>
    </FoldOut>
  );
}
