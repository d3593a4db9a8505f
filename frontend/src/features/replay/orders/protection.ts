// Stop and target of what is held or waits, while they are being changed.
import { formatPrice, parsePrice, toPrice, toUnits } from '@/ui/chart/scale/prices';

import type { Market } from '../market';
import type { Act, Run } from '../shapes';

export interface Protection {
  stop: string;
  target: string;
}

type End = keyof Protection;
const ENDS: readonly End[] = ['stop', 'target'];

/** As the run has them. */
export function protectionOf({ grid }: Market, { position, waiting }: Run): Protection {
  const held = position ?? waiting;
  const text = (price: number | null | undefined) =>
    price == null ? '' : formatPrice(toUnits(price, grid.decimals), grid);
  return { stop: text(held?.stop), target: text(held?.target) };
}

export interface ProtectionReading {
  stop: number | undefined;
  target: number | undefined;
  problems: Partial<Record<End, string>>;
  /** Undefined while nothing is changed, or something is wrong. */
  act: Extract<Act, { act: 'protect' }> | undefined;
}

const problem = (example: string) => `Type a price such as ${example}.`;

export function readProtection(
  market: Market,
  run: Run,
  draft: Protection,
  close: number,
): ProtectionReading {
  const { grid } = market;
  const standing = protectionOf(market, run);
  const problems: ProtectionReading['problems'] = {};
  const units: Partial<Record<End, number>> = {};
  const change: { stop?: number | null; target?: number | null } = {};
  for (const end of ENDS) {
    const text = draft[end].trim();
    const price = text === '' ? undefined : parsePrice(text, grid, close);
    if (text !== '' && (price === undefined || price <= 0 || price % grid.tick !== 0)) {
      problems[end] = problem(formatPrice(close, grid));
      continue;
    }
    if (price !== undefined) units[end] = price;
    const before = standing[end] === '' ? undefined : parsePrice(standing[end], grid, close);
    if (price !== before) change[end] = price === undefined ? null : toPrice(price, grid);
  }
  const changed = Object.keys(change).length > 0 && Object.keys(problems).length === 0;
  return {
    stop: units.stop,
    target: units.target,
    problems,
    act: changed ? { act: 'protect', ...change } : undefined,
  };
}
