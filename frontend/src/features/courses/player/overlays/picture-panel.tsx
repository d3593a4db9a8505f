// A panel over the darkened picture. What does not fit makes the picture higher; in full screen it is scrolled.
import type { ReactNode } from 'react';

interface PicturePanelProps {
  title: string;
  children: ReactNode;
}

export function PicturePanel({ title, children }: PicturePanelProps) {
  return (
    <div className="relative grid grid-cols-[minmax(0,32rem)] content-center-safe justify-center bg-surface/95 p-3 sm:p-4 [:fullscreen_&]:absolute [:fullscreen_&]:inset-0 [:fullscreen_&]:overflow-y-auto">
      <div role="group" aria-label={title} className="text-center">
        {children}
      </div>
    </div>
  );
}
