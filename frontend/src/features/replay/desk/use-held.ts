// Stop and target of what is held or waits, while the member moves them.
import { useState } from 'react';

import type { Market } from '../market';
import { protectionOf, readProtection, type Protection } from '../orders/protection';
import type { RunControl } from '../run/run-control';
import type { Act, Run } from '../shapes';

/** Another position or entry starts with its own values. */
function heldKey({ position, waiting }: Run): string {
  if (position) return `position ${position.since}`;
  return waiting ? 'waiting' : '';
}

export function useHeld(control: RunControl, market: Market, run: Run, close: number) {
  const [draft, setDraft] = useState<Protection>();
  const [refusal, setRefusal] = useState<string>();
  const key = heldKey(run);
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    setDraft(undefined);
    setRefusal(undefined);
  }
  const shown = draft ?? protectionOf(market, run);
  const act = async (what: Act) => {
    const refused = await control.act(what);
    setRefusal(refused);
    if (refused === undefined && what.act === 'protect') setDraft(undefined);
  };
  return {
    draft: shown,
    reading: readProtection(market, run, shown, close),
    refusal,
    act: (what: Act) => void act(what),
    change: (next: Partial<Protection>) => {
      setRefusal(undefined);
      setDraft({ ...shown, ...next });
    },
    commit: (next: Partial<Protection> = {}) => {
      const changed = readProtection(market, run, { ...shown, ...next }, close).act;
      if (changed) void act(changed);
      else setDraft(undefined);
    },
    revert: () => setDraft(undefined),
  };
}
