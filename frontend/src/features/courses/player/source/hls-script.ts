// The script that plays HLS, with the library: loaded for a lesson that begins with HLS, and early when such a lesson is about
// to be opened.
import { readPreferences } from '../store/player-preferences';
import { firstDelivery, hlsSupport, type VideoSources } from './delivery';

export const loadHlsScript = () => import('./hls-engine');

/** Fetches the script when the lesson will begin with it. */
export function prefetchHlsScript(sources: VideoSources): void {
  const adaptive = readPreferences().quality !== 'auto';
  if (firstDelivery(sources, hlsSupport(), adaptive) !== 'hls-script') return;
  // The player loads it again, and says that it cannot be had.
  loadHlsScript().catch(() => {});
}
