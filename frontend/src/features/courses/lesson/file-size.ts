// The size of a file in words: "840 kB", "1.2 MB".
const UNITS = ['kB', 'MB', 'GB'] as const;

export function fileSize(bytes: number): string {
  let size = bytes / 1_000;
  let unit: (typeof UNITS)[number] = UNITS[0];
  for (const larger of UNITS.slice(1)) {
    if (size < 1_000) break;
    size /= 1_000;
    unit = larger;
  }
  const digits = size < 10 && unit !== 'kB' ? 1 : 0;
  return `${size < 1 && unit === 'kB' ? 1 : size.toFixed(digits)} ${unit}`;
}
