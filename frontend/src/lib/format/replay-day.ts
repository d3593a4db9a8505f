// How far an open run of a lesson's market is.

/** "day 2 of 5", where the rules say how many days; else "day 2". A chart may hold more days than the rules count. */
export function replayDay({ day, days }: { day: number; days?: number | null }): string {
  return days == null ? `day ${day}` : `day ${day} of ${days}`;
}
