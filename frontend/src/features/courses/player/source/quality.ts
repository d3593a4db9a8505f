// The qualities of a lesson: each rung of its HLS playlist, and the choice that is remembered for all lessons.

export interface Rung {
  /** Its number in the playlist. */
  id: number;
  /** Lines of the picture. */
  height: number;
  frameRate: number;
  /** Bits per second. */
  bitrate: number;
}

/** Chosen by the bandwidth, or the bits per second of a rung: the rungs of another lesson have other numbers. */
export type Quality = 'auto' | number;

export interface QualityState {
  /** Lowest bitrate first; empty until the playlist is read. */
  rungs: readonly Rung[];
  /** The rung that plays now. */
  current: number | undefined;
}

type Rated = Pick<Rung, 'bitrate'>;

export function lowestRung<One extends Rated>(rungs: readonly One[]): One | undefined {
  return rungs.toSorted((a, b) => a.bitrate - b.bitrate)[0];
}

/** The rung nearest to a remembered bitrate, by ratio. */
export function rungFor<One extends Rated>(
  rungs: readonly One[],
  bitrate: number,
): One | undefined {
  const distance = (rung: One) => Math.abs(Math.log(rung.bitrate / bitrate));
  return rungs.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** "1080p", and what distinguishes rungs of one size. */
export function rungLabel(rung: Rung, rungs: readonly Rung[]): string {
  const size = `${rung.height}p`;
  if (rungs.filter(({ height }) => height === rung.height).length < 2) return size;
  return rung.id === lowestRung(rungs)?.id
    ? `${size}, less data`
    : `${size}, ${Math.round(rung.bitrate / 1_000)} kbit/s`;
}
