// Which part of the chart is shown, and where everything in it is.
import { useMemo, useState } from 'react';

import { geometryOf, type Geometry, type Size } from './scale/geometry';
import { formatPrice } from './scale/prices';
import type { Series } from './scale/series';
import {
  clampView,
  followed,
  growingLimits,
  isAtEnd,
  isWhole,
  LATEST,
  limitsOf,
  NEWEST_AT,
  pan,
  reveal,
  showAll,
  zoom,
  type View,
} from './scale/view';

const TIME_AXIS_PX = 26;
const CHARACTER_PX = 7.9;
const PRICE_AXIS_MARGIN_PX = 14;
/** Of a chart that grows: what takes hold of a line stands in its tag. */
const GRIP_PX = 16;
export const ZOOM_STEP = 0.7;

export interface ChartView {
  geometry: Geometry;
  isWhole: boolean;
  /** A factor under 1 shows fewer bars; `anchor` is the share of the width that stays in its place. */
  zoomBy: (factor: number, anchor?: number) => void;
  /** The same about a bar. */
  zoomAt: (factor: number, index: number) => void;
  panBy: (pixels: number) => void;
  revealBar: (index: number) => void;
  showWhole: () => void;
  /** The last bars again, of a chart that grows. */
  showLatest: () => void;
}

interface Options {
  /** The chart grows at its end, which stays in sight. */
  grows: boolean;
  /** Prices that are in the picture beside the bars'. */
  prices: readonly number[];
}

export function useChartView(series: Series, size: Size, { grows, prices }: Options): ChartView {
  const total = series.bars.length;
  const digits = Math.max(
    ...[series.low, series.high].map((price) => formatPrice(price, series.grid).length),
  );
  const axis = digits * CHARACTER_PX + PRICE_AXIS_MARGIN_PX + (grows ? GRIP_PX : 0);
  const width = Math.max(1, Math.floor(size.width - axis));
  const height = Math.max(1, Math.floor(size.height - TIME_AXIS_PX));
  const limits = useMemo(
    () => (grows ? growingLimits : limitsOf)(total, width),
    [grows, total, width],
  );
  // Undefined: the whole chart or its last bars, at any width.
  const [chosen, setChosen] = useState<View>();
  const view = useMemo(
    () => clampView(chosen ?? (grows ? LATEST : showAll(limits)), limits),
    [chosen, grows, limits],
  );
  const geometry = useMemo(
    () => geometryOf(series, view, { width, height }, prices),
    [series, view, width, height, prices],
  );
  const change = (next: (before: View) => View) =>
    setChosen((before) => {
      const changed = next(before ? clampView(before, limits) : view);
      return grows ? followed(changed, limits) : changed;
    });
  return {
    geometry,
    isWhole: isWhole(view, limits),
    zoomBy: (factor, anchor = 0.5) =>
      change((before) => {
        // A view that follows the newest bar keeps it in its place.
        const follows = grows && isAtEnd(before, limits);
        return zoom(before, factor, follows ? NEWEST_AT : anchor, limits);
      }),
    zoomAt: (factor, index) =>
      change((before) => zoom(before, factor, (index + 0.5 - before.from) / before.count, limits)),
    panBy: (pixels) => change((before) => pan(before, -pixels / geometry.step, limits)),
    revealBar: (index) => change((before) => reveal(before, index, index, limits)),
    showWhole: () => setChosen(grows ? { from: 0, count: Infinity } : undefined),
    showLatest: () => setChosen(undefined),
  };
}
