// A drawing of a funded account: its balance, and the drawdown limit that follows the highest balance.
const BALANCE = [
  0, 6, 3, 11, 9, 18, 15, 24, 19, 28, 36, 31, 33, 27, 35, 44, 40, 49, 46, 41, 47, 56, 52, 60,
];
const DISTANCE = 22;
const STEP = 18;
const BASE = 92;

const limit = BALANCE.map((_, day) => Math.max(...BALANCE.slice(0, day + 1)) - DISTANCE);
const line = (values: readonly number[]) =>
  `M${values.map((value, day) => `${day * STEP} ${BASE - value}`).join('L')}`;
const stairs = `M0 ${BASE - (limit[0] ?? 0)}${limit
  .slice(1)
  .map((value, day) => `H${(day + 1) * STEP}V${BASE - value}`)
  .join('')}`;

export function DrawdownDrawing() {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${(BALANCE.length - 1) * STEP} 120`}
      className="w-full overflow-visible"
      fill="none"
    >
      <path d={stairs} className="stroke-ink-muted" strokeDasharray="3 5" strokeWidth="1.5" />
      <path d={line(BALANCE)} className="stroke-accent" strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  );
}
