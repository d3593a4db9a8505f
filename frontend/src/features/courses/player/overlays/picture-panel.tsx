// A panel over the darkened picture.
import type { ReactNode } from 'react';

interface PicturePanelProps {
  title: string;
  children: ReactNode;
}

export function PicturePanel({ title, children }: PicturePanelProps) {
  return (
    <div className="absolute inset-0 grid grid-cols-[minmax(0,32rem)] content-center justify-center overflow-y-auto bg-surface/95 p-3 sm:p-4">
      <div role="group" aria-label={title} className="text-center">
        {children}
      </div>
    </div>
  );
}
