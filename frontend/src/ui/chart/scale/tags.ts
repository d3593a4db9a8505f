// Where tags stand on the price axis: at their prices, moved apart where they would lie on each other.

/** From the middle of a tag to that of the next one. */
const TAG_PX = 22;

/** In pixels from the chart's top. The earlier ones keep their places. */
export function placeTags(wanted: readonly number[], height: number): number[] {
  const taken: number[] = [];
  for (const y of wanted) {
    const beside = taken.flatMap((other) => [other - TAG_PX, other + TAG_PX]);
    const free = beside.filter(
      (place) =>
        place >= 0 && place <= height && taken.every((other) => Math.abs(place - other) >= TAG_PX),
    );
    const isFree = taken.every((other) => Math.abs(y - other) >= TAG_PX);
    const [nearest = y] = isFree ? [y] : free.toSorted((a, b) => Math.abs(a - y) - Math.abs(b - y));
    taken.push(nearest);
  }
  return taken;
}
