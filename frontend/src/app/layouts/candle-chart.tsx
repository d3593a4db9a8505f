// A decorative chart: a few candles and a level. Rising candles are hollow.
import { classNames } from '@/lib/class-names';

const CANDLES: readonly (readonly [open: number, high: number, low: number, close: number])[] = [
  [62, 70, 58, 66],
  [66, 67, 48, 52],
  [52, 57, 44, 46],
  [46, 49, 30, 34],
  [34, 44, 31, 42],
  [42, 45, 26, 29],
  [29, 38, 18, 36],
  [36, 52, 34, 50],
  [50, 55, 42, 45],
  [45, 62, 44, 60],
  [60, 66, 55, 57],
  [57, 76, 56, 74],
  [74, 84, 70, 82],
  [82, 85, 73, 77],
  [77, 94, 76, 91],
];

const STEP = 32;
const WIDTH = 16;
const HEIGHT = 300;
const LEVEL = 45;

const y = (price: number) => HEIGHT - price * 3;

export function CandleChart({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${CANDLES.length * STEP} ${HEIGHT}`}
      className={classNames('overflow-visible', className)}
    >
      {[0, 25, 50, 75, 100].map((price) => (
        <path key={price} d={`M-80 ${y(price)}H900`} className="stroke-line" fill="none" />
      ))}
      <path
        d={`M-80 ${y(LEVEL)}H900`}
        className="stroke-ink-muted"
        strokeDasharray="6 6"
        fill="none"
      />
      {CANDLES.map(([open, high, low, close], index) => {
        const x = index * STEP + STEP / 2;
        const top = y(Math.max(open, close));
        const foot = y(Math.min(open, close));
        return (
          <path
            key={x}
            d={`M${x} ${y(high)}V${top}M${x} ${foot}V${y(low)}M${x - WIDTH / 2} ${top}h${WIDTH}V${foot}h${-WIDTH}z`}
            strokeWidth={2}
            className={
              close > open ? 'fill-none stroke-candle-up' : 'fill-candle-down stroke-candle-down'
            }
          />
        );
      })}
    </svg>
  );
}
