// Speed, volume and captions, stored in this browser. Storage may be full or forbidden, and its content is not trusted.

export interface PlayerPreferences {
  rate: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  captions: boolean;
}

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const STORAGE_KEY = 'player-preferences';
const DEFAULTS: PlayerPreferences = { rate: 1, volume: 1, muted: false, captions: false };

export function readPreferences(): PlayerPreferences {
  const stored = storedObject();
  return {
    rate: RATES.find((rate) => rate === stored.rate) ?? DEFAULTS.rate,
    volume: isShare(stored.volume) ? stored.volume : DEFAULTS.volume,
    muted: typeof stored.muted === 'boolean' ? stored.muted : DEFAULTS.muted,
    captions: typeof stored.captions === 'boolean' ? stored.captions : DEFAULTS.captions,
  };
}

export function savePreferences(changed: Partial<PlayerPreferences>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readPreferences(), ...changed }));
  } catch {
    // Without storage the preferences are lost with the page; playing goes on.
  }
}

/** The next speed of the list in that direction; unchanged at either end. */
export function nextRate(current: number, direction: 1 | -1): number {
  const candidates =
    direction === 1
      ? RATES.filter((rate) => rate > current)
      : RATES.filter((rate) => rate < current);
  return (direction === 1 ? candidates[0] : candidates.at(-1)) ?? current;
}

function storedObject(): Partial<Record<keyof PlayerPreferences, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
