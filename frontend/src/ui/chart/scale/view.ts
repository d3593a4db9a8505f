// Which bars the chart shows: from which one, and how many. Both may be fractions while it is zoomed or moved.

export interface View {
  from: number;
  count: number;
}

/** How many bars may be shown, given the chart's own and the width in pixels. */
export interface ViewLimits {
  total: number;
  least: number;
  most: number;
  /** The share of the picture that may be empty after the last bar. */
  ahead: number;
}

const LEAST_BARS = 10;
/** Narrower bars would lie on each other. */
const LEAST_STEP_PX = 1;
/** Of a chart that grows: how many bars it shows at first, and where the newest stands, as a share of the width. */
const FOLLOWED_BARS = 40;
export const NEWEST_AT = 2 / 3;
const FOLLOWED_PLACES = FOLLOWED_BARS / NEWEST_AT;

export function limitsOf(total: number, width: number): ViewLimits {
  const most = Math.max(1, Math.min(total, Math.floor(width / LEAST_STEP_PX)));
  return { total, least: Math.min(LEAST_BARS, most), most, ahead: 0 };
}

/** Of a chart that grows with time: few bars stand at the left, with room for those to come. */
export function growingLimits(bars: number, width: number): ViewLimits {
  const places = Math.max(Math.ceil(bars / NEWEST_AT), FOLLOWED_PLACES);
  return { ...limitsOf(places, width), total: bars, ahead: 1 - NEWEST_AT };
}

/** The last bars of a chart that grows: the newest stays where it is, however many come. */
export const LATEST: View = { from: Infinity, count: FOLLOWED_PLACES };

function lastFrom(count: number, { total, ahead }: ViewLimits): number {
  return Math.max(0, total - count * (1 - ahead));
}

/** Whether a view reaches the end, and so goes on with it. */
export function isAtEnd({ from, count }: View, limits: ViewLimits): boolean {
  return from >= lastFrom(count, limits) - 0.5;
}

export function followed(view: View, limits: ViewLimits): View {
  return isAtEnd(view, limits) ? { ...view, from: Infinity } : view;
}

export function clampView({ from, count }: View, limits: ViewLimits): View {
  const shown = Math.min(Math.max(count, limits.least), limits.most);
  return { from: Math.min(Math.max(from, 0), lastFrom(shown, limits)), count: shown };
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
