// The course's picture; where it cannot be had, the drawing of the course's type, as for a course without one of its own.
// Decorative: its alternative text is empty.
import { useEffect, useState } from 'react';

import { classNames } from '@/lib/class-names';
import { keepPicture } from '@/lib/offline/kept-pictures';

interface CoursePictureProps {
  course: { id: number; image: string; type: string };
  /** The key of the answer that names the picture, with which it is kept. */
  answer: string;
  /** Below the first screen: loaded when it comes near. */
  below?: boolean;
  className?: string;
}

export function CoursePicture({ course, answer, below = false, className }: CoursePictureProps) {
  const { id, image, type } = course;
  const [failed, setFailed] = useState<readonly string[]>([]);
  const src = [image, `/images/${type}.svg`].find((address) => !failed.includes(address));
  const hasFailed = failed.length > 0;
  useEffect(() => {
    if (!hasFailed) return;
    const again = () => setFailed([]);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [hasFailed]);

  if (src === undefined) return <div aria-hidden className={classNames('bg-line/60', className)} />;
  return (
    <img
      key={src}
      // Before the address: some browsers begin to load with it.
      loading={below ? 'lazy' : undefined}
      src={src}
      alt=""
      width={1280}
      height={720}
      onLoad={() => {
        if (src === image) void keepPicture(image, { answer, course: id });
      }}
      onError={() => setFailed((before) => [...before, src])}
      className={classNames('object-cover', className)}
    />
  );
}
