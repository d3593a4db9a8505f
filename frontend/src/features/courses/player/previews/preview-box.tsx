// The picture, time and chapter at the pointed second, above the bar. Decorative: the slider says all of it in words.
import { useEffect, useState } from 'react';

import { fetchText } from '@/lib/api-client';

import { formatDuration } from '../../duration';
import { indexAt } from '../store/playback';
import { parseSeekPreviews, type SeekPreview } from './seek-previews';

interface PreviewBoxProps {
  /** The address of the lesson's previews; null when it has none. */
  track: string | null;
  seconds: number;
  /** 0 to 1, of the bar. */
  share: number;
  chapter: string | undefined;
}

const loaded = new Map<string, Promise<SeekPreview[]>>();

function load(track: string): Promise<SeekPreview[]> {
  const known = loaded.get(track);
  if (known) return known;
  const loading = fetchText(track).then((text) => parseSeekPreviews(text, track));
  loaded.set(track, loading);
  // Without previews the time and the chapter are shown; the next lesson tries its own.
  return loading.catch(() => []);
}

export function PreviewBox({ track, seconds, share, chapter }: PreviewBoxProps) {
  const [shown, setShown] = useState<{ track: string; previews: readonly SeekPreview[] }>();
  const previews = shown !== undefined && shown.track === track ? shown.previews : [];
  useEffect(() => {
    let ended = false;
    if (track !== null) {
      void load(track).then((list) => {
        if (!ended) setShown({ track, previews: list });
      });
    }
    return () => {
      ended = true;
    };
  }, [track]);
  const preview = previews[Math.max(indexAt(previews, seconds), 0)];
  const width = preview?.width ?? 120;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 overflow-hidden rounded-box border border-line-strong bg-surface-raised text-center text-xs shadow-raised"
      style={{
        width,
        left: `clamp(${width / 2}px, ${share * 100}%, calc(100% - ${width / 2}px))`,
      }}
    >
      {preview && (
        <div
          style={{
            width,
            height: preview.height,
            background: `url("${preview.image}") -${preview.x}px -${preview.y}px no-repeat`,
          }}
        />
      )}
      <p className="truncate px-2 py-1 figures">
        {formatDuration(seconds)}
        {chapter !== undefined && ` · ${chapter}`}
      </p>
    </div>
  );
}
