// The size of the chart on the page, in pixels.
import { useLayoutEffect, useState, type RefObject } from 'react';

import type { Size } from './scale/geometry';

/** Until it is measured, and where there is no layout. */
const ASSUMED: Size = { width: 640, height: 360 };

export function usePlotSize(frame: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(ASSUMED);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0 || height === 0) return;
      setSize((before) =>
        before.width === width && before.height === height ? before : { width, height },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
