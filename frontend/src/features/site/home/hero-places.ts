// Where the labels of the hero's chart stand over its drawing, as shares of its box. Classes, because the prerendered page has no
// style attribute: the site's policy refuses them.
import { bellIndex, heroLevels, heroSeries } from './hero-series';

// The prices at the edges of the drawing.
const TOP = 5431.5;
const BOTTOM = 5403.5;

/** From 0 at the top to 1 at the bottom. */
export const shareOf = (price: number) => (TOP - price) / (TOP - BOTTOM);

/** From 0 at the left to 1 at the right. */
export const bellShare = bellIndex / heroSeries.length;

export const places: Readonly<Record<'bell' | keyof typeof heroLevels, string>> = {
  bell: 'left-[41.67%]',
  target: 'top-[29.46%]',
  entry: 'top-[68.75%]',
  overnightLow: 'top-[76.79%]',
  stop: 'top-[88.39%]',
};
