// Pointer and wheel on the chart's plot: hover, tap, drag with one finger or the mouse, pinch with two, wheel. Positions
// are pixels from the plot's left and top.
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';

export interface Gestures {
  hover: (x: number, y: number) => void;
  leave: () => void;
  tap: (x: number, y: number) => void;
  /** From where a drag began to where it is; absent: a drag moves the chart. */
  draw: ((from: number, to: number) => void) | undefined;
  /** Moved by so many pixels to the right. */
  pan: (by: number) => void;
  /** A factor under 1 shows fewer bars. Returns whether anything changed. */
  zoom: (factor: number, x: number) => boolean;
}

interface Point {
  x: number;
  y: number;
}

/** A press that moves less than this is a tap. */
const TAP_PX = 5;
const ZOOM_PER_WHEEL_PX = 0.002;
const LINE_PX = 16;

export function useGestures(surface: RefObject<HTMLElement | null>, gestures: Gestures) {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  const pointers = useRef(new Map<number, Point>());
  const press = useRef<(Point & { moved: boolean }) | null>(null);
  const armed = useRef(false);
  useWheel(surface, latest, armed);

  const pointOf = (event: PointerEvent): Point => {
    const { left = 0, top = 0 } = surface.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };

  const pinch = (id: number, point: Point) => {
    const before = [...pointers.current.values()];
    pointers.current.set(id, point);
    const [a, b] = before;
    const [c, d] = [...pointers.current.values()];
    if (!a || !b || !c || !d) return;
    latest.current.pan((c.x + d.x - a.x - b.x) / 2);
    const apart = Math.abs(c.x - d.x);
    if (apart > 0) latest.current.zoom(Math.abs(a.x - b.x) / apart, (c.x + d.x) / 2);
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const point = pointOf(event);
      surface.current?.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, point);
      press.current = pointers.current.size === 1 ? { ...point, moved: false } : null;
    },
    onPointerMove: (event: PointerEvent) => {
      armed.current = true;
      const point = pointOf(event);
      const before = pointers.current.get(event.pointerId);
      if (!before) return latest.current.hover(point.x, point.y);
      if (pointers.current.size > 1) return pinch(event.pointerId, point);
      const start = press.current;
      if (!start) return;
      start.moved ||= Math.abs(point.x - start.x) >= TAP_PX;
      if (!start.moved) return;
      pointers.current.set(event.pointerId, point);
      latest.current.hover(point.x, point.y);
      if (latest.current.draw) latest.current.draw(start.x, point.x);
      else latest.current.pan(point.x - before.x);
    },
    onPointerUp: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId);
      const start = press.current;
      press.current = null;
      if (!start || start.moved) return;
      const { x, y } = pointOf(event);
      latest.current.hover(x, y);
      latest.current.tap(x, y);
    },
    onPointerCancel: (event: PointerEvent) => {
      pointers.current.delete(event.pointerId);
      press.current = null;
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && !pointers.current.has(event.pointerId)) {
        latest.current.leave();
      }
    },
  };
}

/**
 * Zooms, or moves sideways. A wheel that scrolls the page and so brings the chart under a resting pointer goes on
 * scrolling the page; so does a wheel that cannot zoom out any further.
 */
function useWheel(
  surface: RefObject<HTMLElement | null>,
  latest: RefObject<Gestures>,
  armed: RefObject<boolean>,
) {
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const disarm = () => {
      armed.current = false;
    };
    const onWheel = (event: WheelEvent) => {
      const scale = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isSideways) {
        event.preventDefault();
        latest.current.pan(-sideways * scale);
        return;
      }
      // A pinch on a trackpad arrives as a wheel with the control key.
      if (!armed.current && !event.ctrlKey) return;
      const factor = Math.exp(event.deltaY * scale * ZOOM_PER_WHEEL_PX);
      const changed = latest.current.zoom(
        factor,
        event.clientX - element.getBoundingClientRect().left,
      );
      if (changed || event.ctrlKey) event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    window.addEventListener('scroll', disarm, { passive: true, capture: true });
    return () => {
      element.removeEventListener('wheel', onWheel);
      window.removeEventListener('scroll', disarm, { capture: true });
    };
  }, [surface, latest, armed]);
}
