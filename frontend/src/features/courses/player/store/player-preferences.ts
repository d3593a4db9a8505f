// Speed, volume, captions, quality, width and behaviour, stored in this browser. Storage may be full or forbidden, and its content is not trusted.

export interface PlayerPreferences {
  rate: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  captions: boolean;
  /** BCP 47, chosen last; null before any choice. */
  captionsLanguage: string | null;
  /** Chosen by the bandwidth, or the bits per second of the chosen rung. */
  quality: 'auto' | number;
  /** The picture is as wide as the window. */
  theatre: boolean;
  /** The next lesson begins by itself after a countdown. */
  playNext: boolean;
  /** Single keys control the player. */
  keys: boolean;
}

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const STORAGE_KEY = 'player-preferences';
const DEFAULTS = {
  rate: 1,
  volume: 1,
  muted: false,
  captions: false,
  captionsLanguage: null,
  quality: 'auto',
  theatre: false,
  keys: true,
} satisfies Partial<PlayerPreferences>;

export function readPreferences(): PlayerPreferences {
  const stored = storedObject();
  return {
    rate: RATES.find((rate) => rate === stored.rate) ?? DEFAULTS.rate,
    volume: isShare(stored.volume) ? stored.volume : DEFAULTS.volume,
    muted: flag(stored.muted, DEFAULTS.muted),
    captions: flag(stored.captions, DEFAULTS.captions),
    captionsLanguage:
      typeof stored.captionsLanguage === 'string'
        ? stored.captionsLanguage
        : DEFAULTS.captionsLanguage,
    quality: isBitrate(stored.quality) ? stored.quality : DEFAULTS.quality,
    theatre: flag(stored.theatre, DEFAULTS.theatre),
    playNext: flag(stored.playNext, !matchMedia('(prefers-reduced-motion: reduce)').matches),
    keys: flag(stored.keys, DEFAULTS.keys),
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

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function isBitrate(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
