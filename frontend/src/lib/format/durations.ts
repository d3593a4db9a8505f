// Durations and positions as text.

/** Minutes and seconds, as the specification shows durations: `4:05`. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The same for a screen reader, which would read "4:05" as a time of day. */
export function spokenDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [];
  if (minutes > 0) parts.push(minutes === 1 ? '1 minute' : `${minutes} minutes`);
  if (rest > 0 || minutes === 0) parts.push(rest === 1 ? '1 second' : `${rest} seconds`);
  return parts.join(' ');
}
