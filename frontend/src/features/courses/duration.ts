/** A video's length or position as minutes:seconds, the way the specification shows durations. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The same length for a screen reader, where "4:05" would be heard as a time of day. */
export function spokenDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  const parts = [];
  if (minutes > 0) parts.push(minutes === 1 ? '1 minute' : `${minutes} minutes`);
  if (rest > 0 || minutes === 0) parts.push(rest === 1 ? '1 second' : `${rest} seconds`);
  return parts.join(' ');
}
