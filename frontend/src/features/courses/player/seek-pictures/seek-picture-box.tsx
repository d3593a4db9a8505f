// The picture, time and chapter at the pointed second, above the bar. Decorative: the slider says all of it in words.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { formatDuration } from '@/lib/format/durations';

import { seekPicturesQuery } from '../../api';
import { indexAt } from '../store/playback';
import { parseSeekPictures } from './seek-pictures';

interface SeekPictureBoxProps {
  /** The address of the lesson's seek pictures, if it has any: without them the time and the chapter are shown. */
  track: string | null;
  seconds: number;
  /** 0 to 1, of the bar. */
  share: number;
  chapter: string | undefined;
}

export function SeekPictureBox({ track, seconds, share, chapter }: SeekPictureBoxProps) {
  const { data } = useQuery({ ...seekPicturesQuery(track ?? ''), enabled: track !== null });
  const pictures = useMemo(
    () => (track === null || data === undefined ? [] : parseSeekPictures(data, track)),
    [track, data],
  );
  const picture = pictures[Math.max(indexAt(pictures, seconds), 0)];
  const width = picture?.width ?? 120;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 mb-1 -translate-x-1/2 overflow-hidden rounded-box border border-line-strong bg-surface-raised text-center text-xs shadow-raised"
      style={{
        width,
        left: `clamp(${width / 2}px, ${share * 100}%, calc(100% - ${width / 2}px))`,
      }}
    >
      {picture && (
        <div
          style={{
            width,
            height: picture.height,
            background: `url("${picture.image}") -${picture.x}px -${picture.y}px no-repeat`,
          }}
        />
      )}
      <p className="truncate px-2 py-1 figures">
        {`${formatDuration(seconds)}${chapter === undefined ? '' : ` · ${chapter}`}`}
      </p>
    </div>
  );
}
