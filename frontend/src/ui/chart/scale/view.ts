// Which bars the chart shows: from which one, and how many. Both may be fractions while it is zoomed or moved.

export interface View {
  from: number;
  count: number;
}

/** How many bars may be shown, given the chart's own and the width in pixels. */
export interface ViewLimits {
  /** The bars and the empty places after them. */
  total: number;
  least: number;
  most: number;
}

const LEAST_BARS = 10;
/** Narrower bars would lie on each other. */
const LEAST_STEP_PX = 1;
/** Of a chart that grows: the width of a bar, and the empty places after the last one. */
const FOLLOWED_STEP_PX = 9;
const PLACES_AHEAD = 8;
/** The width of bars changes only with every so many. */
const PLACES_AT_ONCE = 24;

export function limitsOf(total: number, width: number): ViewLimits {
  const most = Math.max(1, Math.min(total, Math.floor(width / LEAST_STEP_PX)));
  return { total, least: Math.min(LEAST_BARS, most), most };
}

/** Of a chart that grows with time: few bars stand at the left, with room for those to come. */
export function growingLimits(bars: number, width: number): ViewLimits {
  const { total, least } = limitsOf(bars + PLACES_AHEAD, width);
  const most = Math.max(1, Math.min(Math.max(total, followedCount(width)), Math.floor(width)));
  return { total, least: Math.min(least, most), most };
}

/** The last bars of a chart that grows: its end stays in sight, however long it becomes. A short one is drawn wide. */
export function latest(bars: number, width: number): View {
  const places = Math.ceil((bars + PLACES_AHEAD) / PLACES_AT_ONCE) * PLACES_AT_ONCE;
  return { from: Infinity, count: Math.min(followedCount(width), places) };
}

function followedCount(width: number): number {
  return Math.max(LEAST_BARS, Math.round(width / FOLLOWED_STEP_PX));
}

/** A view that reaches the end goes on with it. */
export function followed(view: View, { total }: ViewLimits): View {
  return view.from + view.count >= total - 0.5 ? { ...view, from: Infinity } : view;
}

export function clampView({ from, count }: View, { total, least, most }: ViewLimits): View {
  const shown = Math.min(Math.max(count, least), most);
  return { from: Math.min(Math.max(from, 0), Math.max(0, total - shown)), count: shown };
}

export function showAll(limits: ViewLimits): View {
  return { from: 0, count: limits.most };
}

export function isWhole({ count }: View, { most }: ViewLimits): boolean {
  return count >= most;
}

/** `factor` under 1 shows fewer bars. What is at `anchor`, from 0 at the left to 1 at the right, stays there. */
export function zoom(view: View, factor: number, anchor: number, limits: ViewLimits): View {
  const count = Math.min(Math.max(view.count * factor, limits.least), limits.most);
  return clampView({ from: view.from + (view.count - count) * anchor, count }, limits);
}

export function pan(view: View, bars: number, limits: ViewLimits): View {
  return clampView({ from: view.from + bars, count: view.count }, limits);
}

/** Moves as little as possible so that these bars are shown, and shows more where they do not fit. */
export function reveal(view: View, first: number, last: number, limits: ViewLimits): View {
  const needed = last - first + 1;
  if (needed > view.count) return clampView({ from: first, count: needed }, limits);
  if (first < view.from) return clampView({ ...view, from: first }, limits);
  if (last + 1 > view.from + view.count) {
    return clampView({ ...view, from: last + 1 - view.count }, limits);
  }
  return view;
}
